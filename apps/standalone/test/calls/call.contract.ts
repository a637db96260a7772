import type { FastifyInstance } from 'fastify'
import type { signUpSomebody } from '../app-under-test.contract.ts'

/** A person who signed up, in a browser of their own. */
export type Person = Awaited<ReturnType<typeof signUpSomebody>>

/** How a call is sent: the address with its parameters filled in. */
export type Sent = {
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** The body as it is sent, of a call that takes a file. */
  readonly raw?: string
}

/** What a call answers to each caller, and what it refuses. A row of a table, of a kind those in ../kinds/. */
export type Call = {
  /** The status for a caller who is not signed in, for a signed-in person who is not the owner, for an admin who is not the owner, and for the owner. */
  readonly anonymous: number
  readonly other: number
  readonly admin: number
  readonly owner: number
  /** Makes what the call is about, the owner's, with `secret` among its words where it has words of its own. */
  readonly send: (owner: Person, secret: string) => Sent | Promise<Sent>
  /** Whether it has a body; without it: every call but GET and DELETE has. */
  readonly hasBody?: boolean
  /** Each person sends a request of their own, because what one was given another cannot have; so does every POST. */
  readonly anew?: true
  /** The admin's answer names the owner, but shows none of their words; `account`: also their address; `words`: shows them. Without it: none of it. */
  readonly adminSees?: 'names' | 'account' | 'words'
  /** The types of the events that the admin's call writes about the owner. Without it: none. */
  readonly adminWrites?: readonly string[]
  /** It answers all callers alike, of nothing that a person has: any person may be its owner. */
  readonly isOpen?: true
  /** The owner's answer shows the secret. */
  readonly shows?: boolean
  /** Of every call but GET. */
  readonly refuses?: Refusals
}

type Refusals = {
  /** Fields that may be left out. All others of the body that `send` makes must be there, and each must have its type. */
  readonly optional?: readonly string[]
  /** What else is refused: what it is, what is changed in the body for it, the message, and the status if it is not 400. */
  readonly cases?: readonly (readonly [what: string, change: object, message: string, status?: number])[]
}

/** By method and address, as in `routesOf`. */
export type Calls = Readonly<Record<string, Call>>

/** A call that answers all callers alike. */
export const open = (path: string, status = 200): Call => ({
  anonymous: status,
  other: status,
  admin: status,
  owner: status,
  isOpen: true,
  send: () => ({ path }),
})

/** Every route that the server has, hidden ones too: method and address, such as 'GET /api/note/detail/:id'. */
export const routesOf = (app: FastifyInstance): string[] => {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // A line of the tree: four columns a level, the rest of the address, the methods.
      const [, indent = '', rest = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? []
      if (rest === '') return []
      const depth = indent.length / 4
      parents.splice(depth, parents.length, rest)
      return methods.split(', ').map((method) => `${method} ${parents.join('')}`)
    })
}
