/** Spelling without case and separators, so that `branch_id` and `branchid` are both `branchId`. */
const folded = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, '')

const toleratedEdits = (length: number): number => (length <= 3 ? 1 : length <= 7 ? 2 : 3)

/** The next row of the optimal string alignment table: insertions, deletions, replacements and swapped neighbours. */
function nextRow(word: string, other: string, at: number, row: readonly number[], before: readonly number[]): number[] {
  const next = [at + 1]
  for (let j = 0; j < other.length; j += 1) {
    const same = word[at] === other[j]
    let edits = Math.min(Number(next[j]) + 1, Number(row[j + 1]) + 1, Number(row[j]) + (same ? 0 : 1))
    const swapped = at > 0 && j > 0 && word[at] === other[j - 1] && word[at - 1] === other[j]
    if (swapped) edits = Math.min(edits, Number(before[j - 1]) + 1)
    next.push(edits)
  }
  return next
}

/** How many edits turn one word into the other; `limit + 1` as soon as it is certain to be more than `limit`. */
function editDistance(word: string, other: string, limit: number): number {
  if (Math.abs(word.length - other.length) > limit) return limit + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 0; at < word.length; at += 1) {
    const next = nextRow(word, other, at, row, before)
    if (Math.min(...next) > limit && Math.min(...row) > limit) return limit + 1
    before = row
    row = next
  }
  return Number(row[other.length])
}

/** What other interfaces call what is asked of a list, by what it is called here; in folded spelling. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  updatedAfter: [
    'updatedsince',
    'updatedfrom',
    'updatedat',
    'modifiedsince',
    'modifiedafter',
    'changedsince',
    'changedafter',
  ],
  from: ['since', 'after', 'start', 'startdate', 'datefrom', 'fromdate', 'createdafter', 'createdsince', 'createdat'],
  to: ['until', 'before', 'end', 'enddate', 'dateto', 'todate', 'createdbefore', 'createduntil'],
  cursor: ['page', 'offset', 'skip', 'nextcursor', 'pagetoken', 'startingafter', 'aftercursor'],
  limit: ['pagesize', 'perpage', 'size', 'count', 'take', 'top', 'first', 'maxresults'],
  searchTerm: ['q', 'query', 'search', 'term', 'filter', 'text', 'name'],
  assignedToId: ['assignee', 'assigneeid', 'owner', 'ownerid', 'assigned', 'userid'],
  doctorId: ['practitioner', 'practitionerid', 'dentistid', 'providerid'],
  branchId: ['location', 'locationid', 'clinicid', 'siteid'],
}

/** The candidate that goes by another name elsewhere. */
const otherwiseNamed = (folded: string, candidates: readonly string[]): string | undefined =>
  candidates.find(name => Object.hasOwn(OTHER_NAMES, name) && OTHER_NAMES[name]?.includes(folded))

/**
 * The candidate that was probably meant by a misspelt word, or one by which other interfaces know it, or nothing when none is near. Words of more than 64
 * characters are no typing error and are not compared; the first of equally near candidates wins.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined
  const wanted = folded(word)
  const same = candidates.find(candidate => folded(candidate) === wanted) ?? otherwiseNamed(wanted, candidates)
  if (same !== undefined) return same
  let best: string | undefined
  let limit = toleratedEdits(wanted.length)
  for (const candidate of candidates) {
    const edits = editDistance(wanted, folded(candidate), limit)
    if (edits > limit) continue
    best = candidate
    limit = edits - 1
  }
  return best
}
