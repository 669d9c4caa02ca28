/** A state of the database that the program will not work with. The message is one line for the operator. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
}
