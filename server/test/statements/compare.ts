/** What is wrong with a claim about rows, given what PostgreSQL answers: a text for each column, nothing when all is well. */
export type Wrong<Claim, Answer> =
  | Missing<Exclude<Required<Claim>, keyof Answer>>
  | Unclaimed<Exclude<keyof Answer, keyof Claim>>
  | { [Name in keyof Answer & keyof Claim]: Unlike<Name, Claim[Name], Answer[Name]> }[keyof Answer & keyof Claim]

type Missing<Name> = `${Name & string} is not answered`
type Unclaimed<Name> = `${Name & string} is not claimed`

/** Columns that every row has, as far as the claim goes. */
type Required<Claim> = keyof {
  [Name in keyof Claim as string extends Name ? never : Partial<Claim>[Name] extends Claim[Name] ? never : Name]: true
}

/**
 * A claim may be narrower, since a CHECK may hold a text to a few words, or wider. A column of a table that may be null is
 * claimed so; a column that is not null by itself may be so in a row of an outer join.
 */
type Unlike<Name, Claim, Answer> = unknown extends Answer
  ? never
  : null extends Answer
    ? null extends Claim
      ? Other<Name, NonNullable<Claim>, NonNullable<Answer>>
      : `${Name & string} may be null`
    : Other<Name, NonNullable<Claim>, Answer>

type Other<Name, Claim, Answer> = [Claim] extends [Answer]
  ? never
  : [Answer] extends [Claim]
    ? never
    : `${Name & string} has another type`

/** The claim itself, where nothing is wrong with it. */
export type Checked<Claim, Nothing extends never> = [Nothing] extends [never] ? Claim : never
