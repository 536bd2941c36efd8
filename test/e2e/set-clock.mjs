// Loaded before the command (`--import`): a machine whose clock goes wrong from the start, or is set when SIGUSR2
// comes. What counts time without a clock (timers, `performance`) goes on as ever, as on a machine whose clock is set.
const { now } = Date;
const Machine = Date;
let offMs = Number(process.env.TEST_CLOCK_OFF_MS ?? 0);

globalThis.Date = class extends Machine {
  constructor(...given) {
    super(...(given.length === 0 ? [now() + offMs] : given));
  }

  static now() {
    return now() + offMs;
  }
};

process.on("SIGUSR2", () => {
  offMs += Number(process.env.TEST_CLOCK_STEP_MS ?? 0);
});
