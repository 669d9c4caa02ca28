const KEY = 'docs-language'

/** A browser may keep nothing for the page; then the choice lasts as long as the page. */
function kept() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function keep(language) {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // The page goes on with the choice that it shows.
  }
}

function show(language) {
  for (const tab of document.querySelectorAll('.tab input')) if (tab.value === language) tab.checked = true
}

/** Shows code everywhere in the language that was chosen anywhere, on the next page too. */
export function rememberLanguage() {
  show(kept())
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.tab input')) return
    // What stands above changes its height: the card that was clicked stays where it is.
    const before = target.getBoundingClientRect().top
    keep(target.value)
    show(target.value)
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
  })
}
