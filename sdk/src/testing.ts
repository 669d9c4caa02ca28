/** What tests of plugins need: events, signed or spoiled, and a clinic that answers without a network. */
export { type Delivered, type DeliveryWishes, deliver } from './testing/deliver.ts'
export {
  type FakeAnswer,
  type FakeClinic,
  type FakeRequest,
  type FakeWishes,
  fakeClinic,
  type OperationName,
} from './testing/fake-clinic.ts'
export { fixture, type Overrides } from './testing/fixture.ts'
export { type Recorder, recorder } from './testing/recorder.ts'
export { refusal } from './testing/refusal.ts'
export { type SigningWishes, signed, TEST_SECRET } from './testing/signed.ts'
