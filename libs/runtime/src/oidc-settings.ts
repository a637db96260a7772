import { z } from 'zod'

const ADDRESS = 'OIDC_ISSUER must look like https://accounts.example.org; http:// only on this machine'
const isTrusted = (url: string): boolean =>
  /^https:\/\/[^?#]+$/.test(url) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^?#]*)?$/.test(url)

/** The settings of the OIDC provider at which people can log in, too. Either all three are set, or none. */
export const oidcSettings = {
  OIDC_ISSUER: z.url(ADDRESS).refine(isTrusted, ADDRESS).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
}
type Settings = z.infer<z.ZodObject<typeof oidcSettings>>

/** A sentence about the missing settings. Null if all settings are set, or none. */
export const oidcLacks = (settings: Settings): string | null => {
  const names = Object.keys(oidcSettings) as (keyof typeof oidcSettings)[]
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return null
  return `The settings of the provider go together: set ${missing.join(' and ')} as well, or none of ${names.join(', ')}.`
}

/** The settings of the provider. Null if there is none. */
export const oidcOf = ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: Settings) =>
  issuer === undefined || clientId === undefined || clientSecret === undefined
    ? null
    : { issuer, clientId, clientSecret }
