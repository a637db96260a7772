import { z } from 'zod'
import { emailOr, INVALID_EMAIL } from './accounts.ts'
import { PEOPLE_INVITED_MAX } from './admin-rules.ts'
import { refusal } from './refusal.ts'
import { inAMonth, until } from './until.ts'

const BAD_PEOPLE = refusal(
  'bad_people',
  `An invitation is for 1 to ${PEOPLE_INVITED_MAX} people, or for one address.`,
  {
    max: PEOPLE_INVITED_MAX,
  },
)

/** POST /api/admin/invitations: an invitation that is mailed to one address, or a link for `people` people. */
export const inviteBody = z
  .object({
    email: emailOr(INVALID_EMAIL).optional(),
    people: z.int(BAD_PEOPLE).min(1, BAD_PEOPLE).max(PEOPLE_INVITED_MAX, BAD_PEOPLE).optional(),
    until,
  })
  .refine(({ email, people = 1 }) => email === undefined || people === 1, { message: BAD_PEOPLE, path: ['people'] })
  .meta({ examples: [{ people: 30, until: inAMonth() }] })

/** `mail`: whether the server mails the link. If not, the admin passes the link on. */
export const invited = z.object({ id: z.string(), link: z.string(), mail: z.boolean() })
export type Invited = z.infer<typeof invited>

const invitation = z.object({
  id: z.string(),
  link: z.string(),
  email: z.string().nullable(),
  people: z.int(),
  used: z.int(),
  /** The username of the admin who made the invitation, or null if the admin's account is closed. */
  by: z.string().nullable(),
  made: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitation>
/** GET /api/admin/invitations: the valid invitations, the newest first. */
export const invitations = z.object({ invitations: z.array(invitation) })

const NO_INVITATION = refusal('invitation_not_found', 'There is no such invitation.')
export const invitationParams = z.object({ id: z.uuid(NO_INVITATION).toLowerCase() })
