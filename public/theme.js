// Before the first paint, so that a chosen theme does not flash: the same names as in src/ui/theme/appearance.ts.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is denied: the system's theme it is.
}
