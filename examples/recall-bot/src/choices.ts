import { type Database, type Row, textIn } from './database.ts'

/** A time that a patient was shown. Its id is the key under which it is booked. */
export interface Choice {
  readonly id: string
  readonly recallId: string
  readonly start: string
  readonly end: string
}

export interface Slot {
  readonly start: string
  readonly end: string
}

const choiceOf = (row: Row): Choice => ({
  id: textIn(row, 'id'),
  recallId: textIn(row, 'recall_id'),
  start: textIn(row, 'starts_at'),
  end: textIn(row, 'ends_at'),
})

const offered = (database: Database, recallId: string, start: string): Choice | undefined =>
  database
    .all("select * from choice where recall_id = :recallId and starts_at = :start and state <> 'TAKEN'", {
      recallId,
      start,
    })
    .map(choiceOf)[0]

/**
 * The choice of a time. One that was taken once gets another id when it is free again: the answer to the first is kept
 * under its key.
 */
export const offer = (database: Database, recallId: string, { start, end }: Slot): Choice =>
  database.together(() => {
    const before = database.all('select id from choice where recall_id = :recallId', { recallId }).length
    const id = `recall-${recallId}-${before + 1}`
    if (!offered(database, recallId, start))
      database.run('insert into choice (id, recall_id, starts_at, ends_at) values (:id, :recallId, :start, :end)', {
        id,
        recallId,
        start,
        end,
      })
    return offered(database, recallId, start) ?? { id, recallId, start, end }
  })

/** Takes a choice that was offered; of a recall only one, whatever is asked for at the same time. */
export function choose(database: Database, recallId: string, choiceId: string): void {
  database.together(() => {
    const found = database.all(
      "select id from choice where id = :choiceId and recall_id = :recallId and state = 'OFFERED'",
      { choiceId, recallId },
    )
    if (found.length === 0) return
    const taken = database.run(
      "update recall set state = 'CHOSEN' where id = :recallId and state in ('SENDING', 'SENT')",
      { recallId },
    )
    if (taken > 0) database.run("update choice set state = 'CHOSEN' where id = :choiceId", { choiceId })
  })
}

/** The choice that is being booked, or was. */
export const choiceOfRecall = (database: Database, recallId: string): Choice | undefined =>
  database
    .all("select * from choice where recall_id = :recallId and state in ('CHOSEN', 'BOOKED')", { recallId })
    .map(choiceOf)[0]

export function markBooked(database: Database, { id, recallId }: Choice, visitId: string): void {
  database.together(() => {
    database.run("update choice set state = 'BOOKED' where id = :id", { id })
    database.run("update recall set state = 'BOOKED', why = :visitId where id = :recallId", { visitId, recallId })
  })
}

/** Another was quicker: the patient chooses again. */
export function markTaken(database: Database, { id, recallId }: Choice): void {
  database.together(() => {
    database.run("update choice set state = 'TAKEN' where id = :id", { id })
    database.run("update recall set state = 'SENT' where id = :recallId and state = 'CHOSEN'", { recallId })
  })
}
