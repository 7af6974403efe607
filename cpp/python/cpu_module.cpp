#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "sumito/cpu.hpp"

// The probe that chooses between the native modules. It uses the plain C API, so that it runs on every processor.
namespace {

PyObject* x86_level(PyObject*, PyObject*) {
    return PyLong_FromLong(sumito::x86_level());
}

PyObject* is_main_interpreter(PyObject*, PyObject*) {
    return PyBool_FromLong(PyInterpreterState_GetID(PyInterpreterState_Get()) == 0);
}

PyMethodDef methods[] = {
    {"x86_level", x86_level, METH_NOARGS, "Return the x86-64 level of this processor, 1 to 4; 0 if it is not x86-64."},
    {"is_main_interpreter", is_main_interpreter, METH_NOARGS,
     "Return whether this is the main interpreter of the process."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "_cpu",
                          "Detect the capabilities of this processor and this interpreter.",
                          0,
                          methods,
                          slots,
                          nullptr,
                          nullptr,
                          nullptr};

} // namespace

PyMODINIT_FUNC PyInit__cpu() {
    return PyModuleDef_Init(&definition);
}
