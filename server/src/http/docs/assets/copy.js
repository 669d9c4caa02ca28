async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}

/** Of several panes the one that is shown. */
const shownCode = card => [...card.querySelectorAll('pre')].find(pre => pre.checkVisibility()) ?? card

/** Has the buttons copy the code of their cards. */
export function copyCode() {
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false
    button.addEventListener('click', () => copy(button, shownCode(button.closest('.card')).textContent))
  }
}
