import swagger from '@fastify/swagger'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { problem } from '@pathlight/contracts/problem.ts'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import pathlight from '../../../package.json' with { type: 'json' }
import { SESSION_COOKIE } from './session-cookie.ts'
import { scopeNeeded } from './token.ts'

/** How a caller authenticates: by a session, or as the operator. */
export type Scheme = 'session' | 'operator'

const SCHEMES: Readonly<Record<Scheme | 'token', OpenAPIV3_1.SecuritySchemeObject>> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The cookie that sign-up and log-in set. Over TLS its name begins with __Host-.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token of the account page, which begins with pl_. A call names the scope that it needs.',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'OPERATOR_TOKEN, or none on the machine itself.' },
}

/** The ways to authenticate for a call. One of them suffices. */
const securityOf = (
  scheme: Scheme | undefined,
  method: string,
  path: string,
): OpenAPIV3_1.SecurityRequirementObject[] => {
  if (scheme === undefined) return []
  const scope = scheme === 'session' ? scopeNeeded(method.toUpperCase(), path) : null
  return [{ [scheme]: [] }, ...(scope === null ? [] : [{ token: [scope] }])]
}

const guards = new WeakMap<object, Scheme>()

/** Registers the scheme that an onRequest hook requires. openapi.json then names the scheme for the hook's routes. */
export const guarded = <Guard extends object>(scheme: Scheme, guard: Guard): Guard => {
  guards.set(guard, scheme)
  return guard
}

/** The tag of a call, by the first part of its path after /api. */
const TAGS: Readonly<Record<string, string>> = {
  auth: 'accounts',
  account: 'accounts',
  ...Object.fromEntries(HISTORY_KINDS.map((kind) => [kind, `${kind}s`])),
  users: 'settings',
  bible: 'Bible',
  admin: 'operators',
  overlay: 'study',
  'resource-counts': 'study',
  health: 'operators',
  ready: 'operators',
  livez: 'operators',
  readyz: 'operators',
}
const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '' && part !== 'api')
const tagOf = (path: string): string => {
  const [first = 'calls'] = partsOf(path)
  return TAGS[first] ?? TAGS[first.replace(/s$/, '')] ?? first
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
/**
 * The operationId of a call. It is made from the method and the address alone, so that generated clients keep their
 * function names: `GET /api/note/detail/{id}` is getNoteDetailById.
 */
const operationIdOf = (method: string, path: string): string =>
  method +
  partsOf(path)
    .map((part) =>
      part.startsWith('{') ? `By${capital(part.slice(1, -1))}` : part.split(/[-.]/).map(capital).join(''),
    )
    .join('')

/**
 * The errors that a call can answer in addition to its own. They follow from its method, parameters, body, guard and
 * tag.
 */
const errorsOf = (operation: OpenAPIV3_1.OperationObject, method: string, scheme: Scheme | undefined, tag: string) => {
  const takesBody = operation.requestBody !== undefined
  const changes = method !== 'get'
  const isOfAnItem = operation.parameters?.some((one) => 'in' in one && one.in === 'path') === true
  const takesSomething = takesBody || operation.parameters !== undefined
  return {
    ...(takesSomething && { 400: 'What was sent breaks the shape or a rule.' }),
    ...((scheme || tag === 'accounts') && { 401: 'Log in first, or again.' }),
    ...(changes && { 403: 'It came from another site, or is not yours to do.' }),
    ...((isOfAnItem || tag === 'Bible') && { 404: 'There is no such thing, or it is not yours.' }),
    ...(changes && isOfAnItem && { 412: 'It was changed meanwhile: `current` is how it is now.' }),
    ...(changes && (scheme || tag === 'accounts') && { 409: 'It does not go with what is there.' }),
    ...(takesBody && { 413: 'It is too much at once, or altogether.', 415: 'Only JSON is taken.' }),
    429: 'Too many attempts: Retry-After says when there is room again.',
    503: 'Busy, or a store is away: Retry-After says when to try again.',
  }
}

/** The request headers that a call may have (conditional.ts, positions.ts). */
const headersOf = (method: string, isOfAnItem: boolean): OpenAPIV3_1.ParameterObject[] => {
  const header = (name: string, description: string) => ({
    ...{ name, description, in: 'header', required: false, schema: { type: 'string' as const } },
  })
  if (method === 'get') return [header('X-Min-Position', 'The X-Position of a write that this answer must reflect.')]
  return [
    header('Idempotency-Key', 'The same key again is the same change, and answered as the first was.'),
    ...(isOfAnItem ? [header('If-Match', 'The ETag of what was seen: 412 where it was changed meanwhile.')] : []),
  ]
}

/**
 * What `completeDescription` adds to the description of a route. `scheme`: how the caller authenticates. `example`: an
 * example of the body.
 */
export type Facts = { readonly scheme: Scheme | undefined; readonly example: unknown }

const exampleOf = (body: unknown): unknown => {
  const { examples } = (body instanceof z.ZodType && z.globalRegistry.get(body)) || {}
  return Array.isArray(examples) ? examples[0] : undefined
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/**
 * Completes the description for generators of clients. Each call gets an operationId, a tag, its authentication, its
 * errors, and an example if it has a body. `factsOf` takes the method and the path. Addresses that are no API calls are
 * removed.
 */
export const completeDescription = (
  description: Partial<OpenAPIV3_1.Document>,
  factsOf: (method: string, path: string) => Facts | undefined,
): Partial<OpenAPIV3_1.Document> => {
  const paths = Object.entries(description.paths ?? {}).filter(([path]) => /^\/(api\/|livez$|readyz$)/.test(path))
  for (const [path, item] of paths) {
    for (const method of METHODS) {
      const operation = item?.[method]
      if (operation === undefined) continue
      const { scheme, example } = factsOf(method, path) ?? {}
      operation.operationId = operationIdOf(method, path)
      operation.tags = [tagOf(path)]
      operation.security = securityOf(scheme, method, path)
      const errors = Object.entries(errorsOf(operation, method, scheme, tagOf(path))).map(([status, words]) => [
        status,
        {
          description: words,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ])
      const body = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody : null
      const json = body?.content['application/json']
      if (json && example !== undefined) json.example = example
      if (scheme === 'session')
        operation.parameters = [...(operation.parameters ?? []), ...headersOf(method, path.includes('{'))]
      operation.responses = { ...Object.fromEntries(errors), ...operation.responses }
    }
  }
  const { $schema: _, ...shape } = z.toJSONSchema(problem)
  return {
    ...description,
    paths: Object.fromEntries(paths),
    tags: [...new Set(paths.map(([path]) => tagOf(path)))].sort().map((name) => ({ name })),
    components: {
      ...description.components,
      securitySchemes: { ...SCHEMES },
      schemas: { ...description.components?.schemas, Problem: shape as OpenAPIV3_1.SchemaObject },
    },
  }
}

/** GET /api/openapi.json: describes the calls by the schemas that their routes validate with. */
export const describeCalls = async (app: FastifyInstance): Promise<void> => {
  const facts = new Map<string, Facts>()
  app.addHook('onRoute', ({ method, url, onRequest, schema }) => {
    const scheme = [onRequest ?? []]
      .flat()
      .map((hook) => guards.get(hook))
      .find((guard) => guard !== undefined)
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    for (const one of [method].flat())
      facts.set(`${one.toLowerCase()} ${path}`, { scheme, example: exampleOf(schema?.body) })
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pathlight',
        version: pathlight.version,
        description:
          'Every call of the web app, for scripts and other programs, too. Errors are problem+json (RFC 9457).',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // The address is relative, because the client already knows the server's address.
      servers: [{ url: '/' }],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: (described) => {
      if (!('openapiObject' in described)) return described.swaggerObject
      const object = described.openapiObject as Partial<OpenAPIV3_1.Document>
      return completeDescription(object, (method, path) =>
        facts.get(`${method} ${path}`),
      ) as typeof described.openapiObject
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
