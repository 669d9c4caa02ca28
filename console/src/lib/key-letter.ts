interface Pressed {
  readonly key: string
  readonly code: string
}

/** The letter of a key, whatever language the keyboard writes: by what it writes where that is Latin, else by its place. */
export function letterOf({ key, code }: Pressed): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}
