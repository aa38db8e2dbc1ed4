/* Runs before the first paint, so that the page never flashes in the wrong theme. */
(function () {
  var theme = 'dark';
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light';
  } catch (error) {
    console.warn('The theme won’t be remembered: this browser blocks local storage.', error);
  }
  document.documentElement.classList.add(theme);
  document.documentElement.style.colorScheme = theme;
  if (theme === 'light') document.querySelector('meta[name="theme-color"]').content = '#f0f0f0';
})();
