import { ClinicError, createClient } from '@clinic/sdk'

// It tries again until it is known what became of the payment, as late as `Retry-After` says.
const clinic = createClient({ maxRetries: 6 })
const [invoiceId = '', amount, reference = ''] = process.argv.slice(2)

try {
  const payment = await clinic.payments.record(
    { invoiceId, amount: Number(amount), type: 'CARD', reference },
    // What names the action names the key: here the number that the card terminal gave the payment.
    { idempotencyKey: `terminal ${reference}` },
  )
  console.log(`recorded ${payment.id}`)
} catch (error) {
  if (!(error instanceof ClinicError)) throw error
  if (error.mayHaveHappened) throw new Error('The payment is still open: try again later, with the same key.')
  console.log(`${error.code}: ${error.message}`)
}
