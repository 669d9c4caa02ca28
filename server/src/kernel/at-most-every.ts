/** Runs immediately when called, and then at most once per span, however often it is called meanwhile. */
export function atMostEvery(spanMs: number, run: () => void): () => void {
  let pausing = false
  let wanted = false
  function act(): void {
    pausing = true
    run()
    setTimeout(() => {
      pausing = false
      if (!wanted) return
      wanted = false
      act()
    }, spanMs).unref()
  }
  return () => {
    if (pausing) wanted = true
    else act()
  }
}
