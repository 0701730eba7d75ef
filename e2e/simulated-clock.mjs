/** Loaded before the server: its clock is set ahead on request of the test. */
const RealDate = Date;
let ahead = 0;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts);
    else super(RealDate.now() + ahead);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};

process.on('message', (milliseconds) => {
  ahead += milliseconds;
  process.send?.(ahead);
});
