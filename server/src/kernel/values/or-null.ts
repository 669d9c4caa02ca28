type OrNull<Row> = {
  [Column in keyof Row]: undefined extends Row[Column] ? Exclude<Row[Column], undefined> | null : Row[Column]
}

/** The same with null for what is undefined, as the database stores it. */
export const orNull = <Row extends object>(row: Row): OrNull<Row> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? null])) as OrNull<Row>
