import type { Device } from '@pathlight/contracts/account-care.ts'
import type { User } from '@pathlight/contracts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatMoment } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { devicesQuery } from '../../session/devices-query.ts'
import { deviceName } from '../../study/history/device-in-words.ts'
import { Button } from '../../ui/button.tsx'
import { MonitorSmartphone } from '../../ui/icons.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AccountRows, AccountSection } from './account-section.tsx'

export const DevicesSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const query = useQuery(devicesQuery(user))
  /** Ends the session of one device. With null it ends the sessions of all other devices. */
  const ending = useAct({
    send: (device: Device | null) =>
      write('DELETE', device ? `/api/account/devices/${device.id}` : '/api/account/devices'),
    onDone: (_answer, device) => {
      // The pressed button disappears with the other devices, so the page's content gets the focus.
      if (device === null) document.getElementById('content')?.focus({ preventScroll: true })
      say(t('account.deviceEnded'))
    },
    failed: t('account.failed'),
    changes: devicesQuery(user).queryKey,
  })
  const when = (time: string) => formatMoment(time, language)
  const others = query.data?.filter(({ current }) => !current) ?? []
  return (
    <AccountSection title={t('account.devices')}>
      <AccountRows query={query} failed={t('account.failed')}>
        {(device) => (
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
        )}
      </AccountRows>
      {others.length > 1 && (
        <Button className="justify-self-start" busy={ending.isPending} onClick={() => ending.mutate(null)}>
          {t('account.endOthers')}
        </Button>
      )}
    </AccountSection>
  )
}
