import type { Answer, Call } from '../calls.ts'

/** A promise of the data, which can also tell what came around it. */
export function callOf<Data>(answer: Promise<Answer<Data>>): Call<Data> {
  const data = answer.then(found => found.data)
  return Object.assign(data, {
    withResponse() {
      // What is told through the answer is not told a second time as a rejection that was never handled.
      data.catch(() => undefined)
      return answer
    },
  })
}
