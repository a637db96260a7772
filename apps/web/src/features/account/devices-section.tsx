import type { Device } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { devicesQuery } from '../../session/devices-query.ts'
import { deviceName } from '../../study/history/device-in-words.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { MonitorSmartphone } from '../../ui/icons.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'

/** The devices on which the person is signed in, with buttons to end the others' sessions. */
export const DevicesSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const heading = useId()
  const { queryKey } = devicesQuery(user)
  const { data: devices, error, refetch } = useQuery(devicesQuery(user))
  /** Ends the session of one device, or of all others (null). */
  const ending = useMutation({
    mutationFn: (device: Device | null) =>
      write('DELETE', device ? `/api/account/devices/${device.id}` : '/api/account/devices'),
    onSuccess: (_answer, device) => {
      // The pressed button goes with the other devices.
      if (device === null) document.getElementById('content')?.focus({ preventScroll: true })
      say(t('account.deviceEnded'))
    },
    onError: (error) => say(sayProblem(t, error) ?? t('account.failed'), 'error'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const when = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  const others = devices?.filter(({ current }) => !current) ?? []
  return (
    <section aria-labelledby={heading} className="grid max-w-xl gap-4">
      <h2 id={heading} className="text-lg font-semibold">
        {t('account.devices')}
      </h2>
      {error && <FetchFailed words={sayProblem(t, error) ?? t('account.failed')} onRetry={() => void refetch()} />}
      {!devices && !error && <div className="skeleton h-16" />}
      {devices && (
        <ul className="grid divide-y divide-line border-y border-line">
          {devices.map((device) => (
            <li key={device.id} ref={passFocusOn} className="flex items-center gap-3 py-2.5">
              <MonitorSmartphone size={20} strokeWidth={1.8} className="flex-none text-muted" aria-hidden />
              <span className="min-w-0 grow">
                <span className="font-medium">{deviceName(t, device.label)}</span>
                <span className="block text-sm text-muted">
                  {device.current ? t('account.thisDevice') : t('account.lastSeen', { when: when(device.last_seen) })}
                </span>
              </span>
              {!device.current && (
                <Button
                  aria-label={t('account.endDeviceNamed', { device: deviceName(t, device.label) })}
                  busy={ending.isPending}
                  onClick={() => ending.mutate(device)}
                >
                  {t('account.endDevice')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button className="justify-self-start" busy={ending.isPending} onClick={() => ending.mutate(null)}>
          {t('account.endOthers')}
        </Button>
      )}
    </section>
  )
}
