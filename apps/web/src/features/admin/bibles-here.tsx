import type { AdminBiblesAnswer, BibleErrand, BibleHere } from '@pathlight/contracts/admin-bibles.ts'
import { NO_LICENCE_STATED } from '@pathlight/contracts/licence-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { deviceStorage } from '../../device/device-storage.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { X } from '../../ui/icons.ts'
import { onOnePress } from '../../ui/on-one-press.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { AdminSection, Row, Rows } from './admin-page.tsx'
import { isOver } from './admin-queries.ts'

const RemoveBible = lazy(() => import('./remove-bible.tsx'))

/** The installed texts. A text from the catalogue can be updated, and a text that is not built in can be removed. */
export const BiblesHere = ({
  here,
  adminId,
  isBusy,
  onUpdate,
}: {
  here: AdminBiblesAnswer['here']
  adminId: string
  isBusy: boolean
  onUpdate: (text: BibleHere) => void
}) => {
  const { t } = useTranslation()
  const reader = useLanguage()
  const [removing, setRemoving] = useState<BibleHere | null>(null)
  return (
    <AdminSection title={t('bibles.here')}>
      <Rows>
        {here.map((text) => {
          const { code, localName, language, licence, from, wanted, verses, oddTotal } = text
          const isNamed = versionLabel(code, reader) === localName
          return (
            <Row
              key={code}
              text={
                <>
                  <p className="font-medium wrap-anywhere">
                    <Link
                      to={`/bible/${encodeURIComponent(code)}/about`}
                      className="-my-2 inline-block py-2.5 text-accent underline-offset-4 hover:underline"
                    >
                      {!isNamed && `${code} · `}
                      <span lang={language}>{localName}</span>
                    </Link>
                  </p>
                  <p className="text-sm text-muted wrap-anywhere">
                    {licence === NO_LICENCE_STATED ? t('bibles.noLicence') : licence}
                  </p>
                  <p className="text-sm text-muted">
                    {[
                      t(`bibles.from.${from}`),
                      t('bibles.verses', { count: verses }),
                      ...(oddTotal > 0 ? [t('bibles.odd', { count: oddTotal })] : []),
                    ].join(' · ')}
                  </p>
                </>
              }
            >
              {wanted !== null && (
                <Button
                  aria-label={t('bibles.updateNamed', { name: code })}
                  busy={isBusy}
                  onClick={() => onUpdate(text)}
                >
                  {t('bibles.update')}
                </Button>
              )}
              {from !== 'built-in' && (
                <Button aria-label={t('bibles.removeNamed', { name: code })} onClick={() => setRemoving(text)}>
                  {t('bibles.remove')}
                </Button>
              )}
            </Row>
          )
        })}
      </Rows>
      <Fetched>
        {removing && <RemoveBible text={removing} adminId={adminId} onDone={() => setRemoving(null)} />}
      </Fetched>
    </AdminSection>
  )
}

/** The key in local storage for the ids of the dismissed errands, separated by blanks. */
const DISMISSED = 'errands.dismissed'

/**
 * The latest errands with their progress. An errand is a task of the server that adds or updates a text. An admin can
 * dismiss finished errands.
 */
export const Errands = ({ errands }: { errands: readonly BibleErrand[] }) => {
  const { t } = useTranslation()
  const [dismissed, setDismissed] = useState(() => deviceStorage.get(DISMISSED)?.split(' ') ?? [])
  const shown = errands.filter(({ id }) => !dismissed.includes(id))
  if (shown.length === 0) return null
  const dismiss = (gone: string) => {
    // Removes the ids of errands that the server no longer lists.
    const next = [...dismissed.filter((id) => errands.some((one) => one.id === id)), gone]
    deviceStorage.set(DISMISSED, next.join(' '))
    setDismissed(next)
  }
  return (
    <AdminSection title={t('bibles.asked')}>
      <ul className="grid gap-3">
        {shown.map((errand) => {
          const { id, wanted, code, state, done, of, message } = errand
          const said = t(`bibles.state.${state}`)
          const name = code === null || code === wanted ? wanted : `${code} · ${wanted}`
          return (
            <li key={id} ref={passFocusOn} className="flex items-start gap-2 text-[0.9375rem] wrap-anywhere">
              <div className="min-w-0 grow">
                <span className="font-medium">{name}</span>
                <span className={`block text-sm ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>{said}</span>
                {!isOver(errand) && (
                  <progress aria-label={said} {...(of !== null && { value: done, max: of })} className="max-w-md" />
                )}
                {state === 'failed' && message !== null && (
                  <span lang="en" className="block text-sm whitespace-pre-line text-muted">
                    {message}
                  </span>
                )}
              </div>
              {isOver(errand) && (
                <IconButton icon={X} label={t('bibles.dismiss', { name })} {...onOnePress(() => dismiss(id))} />
              )}
            </li>
          )
        })}
      </ul>
    </AdminSection>
  )
}
