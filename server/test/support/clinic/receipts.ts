/** What a receipt says in figures, each isolated, in their order; and what of its text outside them has a digit. */
export function figuresIn(html: string): { figures: string[]; outside: string } {
  const [, shown = ''] = /<article[^>]*>(.*)<\/article>/s.exec(html) ?? []
  const isolated = /<bdi dir="ltr">([^<]*)<\/bdi>/g
  const rest = shown
    .replace(isolated, '')
    .replace(/<bdi>[^<]*<\/bdi>/g, '')
    .replace(/<[^>]*>/g, '')
  return {
    figures: [...shown.matchAll(isolated)].map(([, figure = '']) => figure),
    outside: rest.replace(/[^\p{Nd}]/gu, ''),
  }
}
