// A table's view that records its calls.
export class FakeView {
  settled = Promise.resolve();
  /** How long a computer pauses, in ms. */ pause = 0;
  /** @type {any[]} */ said = [];
  thinking = null;
  commands = null;
  /** @type {[number, string, number][]} */ reasons = [];
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
  async showWhy(ply, before, best) {
    this.reasons.push([ply, before.position(), best]);
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
