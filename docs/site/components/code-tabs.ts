/** The language that was chosen last, on whichever page. */
const CHOICE = 'docs-language'

/** Shows one of the fences that it holds, by a tab for each; all that were chosen alike change together. */
class CodeTabs extends HTMLElement {
  connectedCallback() {
    const panels = [...this.querySelectorAll<HTMLElement>(':scope > .expressive-code')]
    const names = panels.map(panel => panel.querySelector('.title')?.textContent ?? '')
    const list = document.createElement('div')
    list.role = 'tablist'
    // Starlight leaves it alone then.
    list.className = 'not-content'
    const tabs = names.map((name, at) => {
      const tab = document.createElement('button')
      Object.assign(tab, { type: 'button', role: 'tab', textContent: name })
      tab.dataset.name = name
      tab.addEventListener('click', () => choose(name))
      tab.addEventListener('keydown', event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (!step) return
        const next =
          tabs[(at + step * (getComputedStyle(this).direction === 'rtl' ? -1 : 1) + tabs.length) % tabs.length]
        next?.focus()
        next?.click()
      })
      return tab
    })
    list.append(...tabs)
    for (const [at, panel] of panels.entries()) {
      panel.role = 'tabpanel'
      panel.ariaLabel = names[at] ?? null
    }
    this.prepend(list)
    this.show(stored() ?? '')
  }

  show(wished: string) {
    const tabs = [...this.querySelectorAll<HTMLElement>('[role=tab]')]
    const chosen = tabs.find(tab => tab.dataset.name === wished) ?? tabs[0]
    for (const [at, panel] of [...this.querySelectorAll<HTMLElement>('[role=tabpanel]')].entries()) {
      const isChosen = tabs[at] === chosen
      panel.hidden = !isChosen
      tabs[at]?.setAttribute('aria-selected', String(isChosen))
      tabs[at]?.setAttribute('tabindex', isChosen ? '0' : '-1')
    }
  }
}

/** What is stored may be refused to a page, such as in a private window. */
function stored(): string | null {
  try {
    return localStorage.getItem(CHOICE)
  } catch {
    return null
  }
}

function choose(name: string) {
  try {
    localStorage.setItem(CHOICE, name)
  } catch {
    // It holds for this page alone.
  }
  for (const tabs of document.querySelectorAll<CodeTabs>('code-tabs')) tabs.show(name)
}

customElements.define('code-tabs', CodeTabs)
