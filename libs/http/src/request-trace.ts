import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request did on its way: `from` and `to` in milliseconds since 1970. */
export type Step = {
  /** The kind of thing that was done, such as 'identity.findUser': never what it was done with. */
  readonly name: string
  readonly from: number
  readonly to: number
  readonly failed: boolean
}

/** Takes the steps of one request, as long as it is answered. */
export type RequestTrace = { readonly step: (step: Step) => void }

/** The trace of the request that is being answered; nothing outside of one, and where no traces are made. */
export const requestTrace = new AsyncLocalStorage<RequestTrace>()
