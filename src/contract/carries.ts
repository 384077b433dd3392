/** How a subject says which changes it makes and what each of them carries: `{ mail_sent: carries<Mail>() }`. */

/** Only its type is of use; it holds nothing. */
export interface Carried<T> {
  readonly carried?: T
}

export const carries = <T>(): Carried<T> => ({})
