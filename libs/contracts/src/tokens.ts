import { z } from 'zod'
import { refusal } from './refusal.ts'
import { VISIBLE } from './tag-rules.ts'
import { SCOPES, TOKEN_NAME_MAX } from './token-rules.ts'
import { inAMonth, until } from './until.ts'

const BAD_NAME = refusal('bad_token_name', `A name has 1 to ${TOKEN_NAME_MAX} characters.`, { max: TOKEN_NAME_MAX })
const BAD_SCOPES = refusal('bad_scopes', `A token may do one or more of these: ${SCOPES.join(', ')}.`)
const scopes = z.array(z.enum(SCOPES, BAD_SCOPES), BAD_SCOPES).min(1, BAD_SCOPES).max(SCOPES.length, BAD_SCOPES)

/** POST /api/account/tokens */
export const makeTokenBody = z
  .object({
    name: z.string(BAD_NAME).trim().max(TOKEN_NAME_MAX, BAD_NAME).regex(VISIBLE, BAD_NAME),
    scopes,
    until,
  })
  .meta({
    examples: [{ name: 'Backup every night', scopes: ['export'], until: inAMonth() }],
  })
/** `token` is in this answer only, because the server stores only its hash. */
export const madeToken = z.object({ id: z.string(), token: z.string() })
export type MadeToken = z.infer<typeof madeToken>

const token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  made: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The time of the last use, to the minute. Null if the token was never used. */
  used: z.iso.datetime().nullable(),
})
export type Token = z.infer<typeof token>
/** GET /api/account/tokens: the valid tokens, the newest first. */
export const tokens = z.object({ tokens: z.array(token) })

const NO_TOKEN = refusal('token_not_found', 'There is no such token.')
export const tokenParams = z.object({ id: z.uuid(NO_TOKEN).toLowerCase() })
