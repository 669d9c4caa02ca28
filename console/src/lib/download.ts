/** Puts a text that the page holds into a file of the reader. */
export function download({ name, type, text }: Record<'name' | 'type' | 'text', string>): void {
  const link = document.createElement('a')
  link.href = `data:${type};charset=utf-8,${encodeURIComponent(text)}`
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
