interface Pressed {
  readonly key: string
  readonly code: string
  readonly shiftKey?: boolean
}

/** Signs that stand elsewhere, or nowhere, where the keyboard writes another script. */
const SIGNS: Readonly<Record<string, string>> = { Period: '.', Slash: '/' }

/** The letter of a key, whatever language the keyboard writes: by what it writes where that is Latin, else by its place. */
export function letterOf({ key, code, shiftKey = false }: Pressed): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase()
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  return (shiftKey || !/^\p{L}$/u.test(key) ? undefined : SIGNS[code]) ?? key
}
