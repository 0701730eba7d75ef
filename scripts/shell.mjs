/**
 * Ends this process, as by SIGTERM, when the shell ends that npm runs a script in. npm signals only that shell, and Debian's does not pass it on: the server
 * would stay behind and keep its port and its database.
 */
export function endWithShell() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
