/** How an exam goes, in milliseconds where nothing else is said. The platform's own is the one promise to publishers. */
export interface ExamRules {
  /** Within which an event is answered. */
  answerMs: number
  /** How long the plugin has to answer for the first time, and how often it is asked. */
  readyMs: number
  askAgainMs: number
  /** The whole, from the first answer on. */
  wholeMs: number
  /** After what was forged, in which no call may come. */
  forgerySilenceMs: number
  /** After the key was revoked and after the removal. */
  endSilenceMs: number
  /** How long after it was revoked the plugin is removed. */
  removalAfterMs: number
  /** How long a call is waited for, and how long no further one comes once a plugin is done. */
  reactMs: number
  quietMs: number
  /** How long a request that failed is waited for again. */
  repeatMs: number
  /** How many types of events are caused at most. */
  types: number
  /** Events that come together. */
  burst: number
  /** Exams that a worker holds at the same time; the others wait. */
  together: number
}

export const EXAM_RULES: ExamRules = {
  answerMs: 10_000,
  readyMs: 600_000,
  askAgainMs: 2_000,
  wholeMs: 120_000,
  forgerySilenceMs: 5_000,
  endSilenceMs: 60_000,
  removalAfterMs: 5_000,
  reactMs: 3_000,
  quietMs: 700,
  repeatMs: 6_000,
  types: 4,
  burst: 50,
  together: 3,
}

export const seconds = (ms: number): string => `${ms / 1000} s`
