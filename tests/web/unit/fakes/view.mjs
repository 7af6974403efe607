// A table's view that records its calls.
export class FakeView {
  settled = Promise.resolve();
  /** @type {any[]} */ said = [];
  thinking = null;
  commands = null;
  why = -1;
  end = null;
  hints = [];
  seatings = 0;
  closed = false;
  /** The answer of the people to a draw. */ drawAnswer = true;

  constructor(host) {
    this.host = host;
  }
  think(color) {
    this.thinking = color;
  }
  say(message) {
    this.said.push(message);
  }
  showHint(move, whole) {
    this.hints.push([move.number, whole]);
  }
  showCommands(commands) {
    this.commands = commands;
  }
  showWhy(ply) {
    this.why = ply;
  }
  showEnd(title, parameters) {
    this.end = [title, parameters?.()];
  }
  confirmDraw() {
    return Promise.resolve(this.drawAnswer);
  }
  seatAgain() {
    this.seatings++;
  }
  showNow() {}
  close() {
    this.closed = true;
  }
}
