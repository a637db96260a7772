import type { ContactCaptcha } from '@pathlight/contracts/contact.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { read } from '../../api/request.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { WorkCheck } from './work-check.tsx'

/** The code is fetched only if the server uses a CAPTCHA of another company. */
const ServiceCheck = lazy(() => import('./service-check.tsx'))

const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => read<ContactCaptcha>('/api/contact/captcha', signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The CAPTCHA of the contact form. `onToken` gets the proof, or null when the proof is no longer valid. */
export const Captcha = ({ onToken }: { onToken: (token: string | null) => void }) => {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  const { data: captcha, isError, refetch } = useQuery({ ...captchaQuery, enabled: hydrated })
  if (isError) return <FetchFailed words={t('contact.captcha.failed')} onRetry={() => void refetch()} />
  if (captcha === undefined || captcha.provider === 'altcha') return <WorkCheck onToken={onToken} />
  return (
    <Fetched loading={<div className="min-h-20" />}>
      <ServiceCheck captcha={captcha} onToken={onToken} />
    </Fetched>
  )
}
