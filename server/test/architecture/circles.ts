/** Nodes that reach each other, in groups of two or more, each sorted: Tarjan's strongly connected components. */
export function circlesOf(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const lower = (node: string, place: number | undefined): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? Number.POSITIVE_INFINITY, place ?? Number.POSITIVE_INFINITY))
  }
  const visit = (node: string): void => {
    order.set(node, order.size)
    lower(node, order.get(node))
    open.push(node)
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) visit(other)
      if (open.includes(other)) lower(node, lowest.get(other))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = open.splice(open.indexOf(node))
    if (group.length > 1 || next.get(node)?.includes(node)) circles.push(group.sort())
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return circles
}
