/** A formula's words: names, numbers, signs. */
const TOKEN = /[×÷+−(),]|[^×÷+−(),]+/g

const APPLIED: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '−': (one, other) => one - other,
  '×': (one, other) => one * other,
  '÷': (one, other) => one / other,
}

/** The functions of formulas: the next whole number, and the greatest of several. */
const FUNCTIONS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  up: ([value = Number.NaN]) => Math.ceil(value),
  most: values => Math.max(...values),
}

/**
 * What a formula such as `up(clinics × visits ÷ 3)` comes to. Products go before sums. A name that is not known is refused, so
 * that no figure rests on nothing.
 */
export function evaluate(formula: string, values: ReadonlyMap<string, number>): number {
  const tokens = (formula.match(TOKEN) ?? []).map(token => token.trim()).filter(token => token !== '')
  const refused = (what: string) => new Error(`${what} in the formula ${formula}`)

  function chain(signs: readonly string[], next: () => number): number {
    let value = next()
    while (signs.includes(tokens[0] ?? '')) value = APPLIED[tokens.shift() ?? '']?.(value, next()) ?? Number.NaN
    return value
  }
  const sum = (): number => chain(['+', '−'], () => chain(['×', '÷'], one))

  function one(): number {
    const token = tokens.shift() ?? ''
    if (token === '(') return between()[0] ?? Number.NaN
    if (tokens[0] === '(' && FUNCTIONS[token]) {
      tokens.shift()
      return FUNCTIONS[token](between())
    }
    const value = values.get(token) ?? (/^[\d.]+$/.test(token) ? Number(token) : undefined)
    if (value === undefined) throw refused(`Nothing is called “${token}”`)
    return value
  }
  function between(): number[] {
    const found = [sum()]
    while (tokens[0] === ',') {
      tokens.shift()
      found.push(sum())
    }
    if (tokens.shift() !== ')') throw refused('A bracket is not closed')
    return found
  }

  const value = sum()
  if (tokens.length > 0) throw refused(`“${tokens.join(' ')}” is too much`)
  return value
}
