"""Collect the browser's complaints while a test drives a page. Each is a failure unless the test expects it."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response

# A violated policy is reported to the page. Not every browser reports it on the console.
REPORT_VIOLATIONS = """
addEventListener('securitypolicyviolation', event =>
  console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI || 'inline'}`));
"""

# Playwright itself causes this, a while after the page is ready.
BLOCKED = "Service Worker registration blocked by Playwright"


class Complaints:
    """Errors and warnings of the console, uncaught errors, refusals by the policy, requests that failed."""

    def __init__(self) -> None:
        self._seen: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages and workers of a context."""
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._seen.append(f"uncaught: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def expect(self, pattern: str) -> None:
        """Ignore complaints that match, past and future."""
        self._expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        return [each for each in self._seen if not any(pattern.search(each) for pattern in self._expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert") and message.text != BLOCKED:
            self._seen.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        # Leaving a page aborts its requests.
        if request.failure != "net::ERR_ABORTED":
            self._seen.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._seen.append(f"status {response.status}: {response.url}")
