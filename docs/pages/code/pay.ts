import { setTimeout } from 'node:timers/promises'

const api = process.env.API ?? 'http://localhost:4000/api/v1'
const [invoiceId, amount, reference] = process.argv.slice(2)

/** Sends the payment until it is known what became of it; the key makes sure that it is taken once. */
async function record(key: string) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${api}/payments`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${process.env.TOKEN}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ invoiceId, amount: Number(amount), type: 'CARD', reference }),
    }).catch(() => undefined)
    const answer = response && JSON.parse(await response.text())
    const isOpen = !response || response.status === 429 || response.status >= 500
    if (!isOpen && answer.error?.code !== 'idempotency_conflict') return answer
    if (attempt === 6) throw new Error('The payment is still open: try again later, with the same key.')
    const seconds = Number(response?.headers.get('Retry-After') ?? 2 ** attempt * Math.random())
    await setTimeout(seconds * 1000)
  }
}

// What names the action names the key: here the number that the card terminal gave the payment.
const { data, error } = await record(`terminal ${reference}`)
console.log(error ? `${error.code}: ${error.message}` : `recorded ${data.id}`)
