import type { FastifyInstance } from 'fastify'
import type { signUpSomebody } from '../app-under-test.contract.ts'

/** A person who has signed up, with a browser. */
export type Person = Awaited<ReturnType<typeof signUpSomebody>>

/** A call with its parameters filled in. */
export type Sent = {
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** The body of a call that takes a file. */
  readonly raw?: string
}

/** The statuses that a call answers to each caller, and the requests that it refuses. */
export type Call = {
  /** The status for a caller who is not signed in, for another signed-in person, for an admin, and for the owner. */
  readonly anonymous: number
  readonly other: number
  readonly admin: number
  readonly owner: number
  /**
   * Creates the data that the call is about, and answers the request. The data belong to the owner, and contain
   * `secret` if they contain words.
   */
  readonly send: (owner: Person, secret: string) => Sent | Promise<Sent>
  /** Whether the call has a body. Absent: all calls but GET and DELETE have one. */
  readonly hasBody?: boolean
  /**
   * Each caller sends a new request, because two people cannot take the same name. (A POST that creates something does
   * this anyway.)
   */
  readonly anew?: true
  /**
   * The parts of the owner's data in the admin's answer. `names`: the owner's name; `account`: also the email address;
   * `words`: also the owner's words. Absent: nothing.
   */
  readonly adminSees?: 'names' | 'account' | 'words'
  /** The types of the events about the owner that the admin's call writes. Absent: none. */
  readonly adminWrites?: readonly string[]
  /** The call answers all callers alike, with no person's data. */
  readonly isOpen?: true
  /** Whether the owner's answer contains the secret. */
  readonly shows?: boolean
  /** The requests that the call refuses. Absent in calls with GET. */
  readonly refuses?: Refusals
}

type Refusals = {
  /** Optional fields. All other fields of the body are required, and each must have its type. */
  readonly optional?: readonly string[]
  /** Further refusals: a description, the change of the body, the message, and the status (default 400). */
  readonly cases?: readonly (readonly [what: string, change: object, message: string, status?: number])[]
}

/** The rows by method and address: see `routesOf`. */
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

/** Every route of the server, including hidden ones: method and address, such as 'GET /api/note/detail/:id'. */
export const routesOf = (app: FastifyInstance): string[] => {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // A line of the printed tree: four columns for each level, a part of the address, and the methods.
      const [, indent = '', rest = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? []
      if (rest === '') return []
      const depth = indent.length / 4
      parents.splice(depth, parents.length, rest)
      return methods.split(', ').map((method) => `${method} ${parents.join('')}`)
    })
}
