import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../locales/use-language.tsx'
import { aboutQuery } from './about-query.ts'

/** The ways to log in on this server. Undefined until the server answers. An older server names no ways: empty. */
export const useLogInWays = () => {
  const { data } = useQuery(aboutQuery(useLanguage()))
  return data && { ways: data.log_in ?? [], provider: data.provider ?? null }
}

/** Whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'
