/** Something to do about what was said, such as taking it back. */
export type Offer = { readonly label: string; readonly act: () => void }
/** Something that is said. */
export type Status = {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'error'
  readonly offer: Offer | null
}
