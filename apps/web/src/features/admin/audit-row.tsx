import type { AuditEntry } from '@pathlight/contracts/admin.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Eye } from '../../ui/icons.ts'
import { Problem } from './admin-page.tsx'
import { chainQuery } from './admin-queries.ts'
import { sayChange, sayDevice, sayPassage, saySomebody, sayTime } from './say-entry.ts'

const RevealDialog = lazy(() => import('./reveal-dialog.tsx'))

type Props = { readonly entry: AuditEntry; readonly adminId: string }

const TONES: { readonly [action: string]: string } = {
  added: 'text-ok',
  restored: 'text-ok',
  removed: 'text-danger',
  closed: 'text-danger',
}

/** The item's newest revisions, oldest first, each with the change, its time and its size. */
const Chain = ({ entry, adminId }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error } = useQuery(chainQuery(adminId, entry))
  const [revealing, setRevealing] = useState(false)
  if (error) return <Problem error={error} failed={t('admin.audit.failed')} />
  if (!data) return <div className="skeleton h-12" />
  const chain = data.entries.toReversed()
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ol aria-label={t('admin.audit.chain')} className="flex min-w-0 flex-1 basis-72 flex-wrap gap-y-3">
        {chain.map(({ position, action, at, bytes }) => (
          <li key={position} className="border-l-2 border-line px-3.5 text-xs text-muted first:border-0 first:pl-0">
            <b className={`block text-sm ${TONES[action] ?? 'text-ink'}`}>{t(`admin.did.${action}`)}</b>
            {sayTime(at, language)}
            {bytes > 0 && ` · ${t('admin.audit.bytes', { count: bytes })}`}
          </li>
        ))}
      </ol>
      <Button onClick={() => setRevealing(true)}>
        <Eye size={18} strokeWidth={1.8} aria-hidden />
        {t('admin.audit.reveal')}
      </Button>
      <Fetched>{revealing && <RevealDialog entry={entry} chain={chain} onClose={() => setRevealing(false)} />}</Fetched>
    </div>
  )
}

const Details = ({ entry, adminId }: Props) => {
  const { t } = useTranslation()
  const { at, position, revision, person, id, device, kind } = entry
  const hasWords = (HISTORY_KINDS as readonly string[]).includes(kind)
  const facts = [
    [t('admin.audit.utc'), at.replace('T', ' ').replace(/\.\d+Z$/, '')],
    [t('admin.audit.position'), position],
    [t('admin.audit.revision'), String(revision)],
  ] as const
  const link = (query: Readonly<Record<string, string>>) => `/admin/audit?${new URLSearchParams(query)}`
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{name}</dt>
            <dd className="text-ink tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {hasWords && <Chain entry={entry} adminId={adminId} />}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Link
          className="flex min-h-8 items-center text-accent underline"
          to={link({ person: person.name ?? person.id })}
        >
          {t('admin.audit.thisPerson')}
        </Link>
        {hasWords && (
          <Link className="flex min-h-8 items-center text-accent underline" to={link({ person: person.id, item: id })}>
            {t('admin.audit.thisItem')}
          </Link>
        )}
        {device && (
          <Link className="flex min-h-8 items-center text-accent underline" to={link({ device: device.id })}>
            {t('admin.audit.thisDevice')}
          </Link>
        )}
      </p>
    </div>
  )
}

const CELL = 'desk:px-3 desk:py-2.5 desk:align-top'

export const AuditRow = ({ entry, adminId }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { action, actor, person } = entry
  const did = sayChange(t, entry)
  const name = saySomebody(t, person)
  const when = sayTime(entry.at, language)
  return (
    <>
      <tr
        className={`grid grid-cols-[1fr_auto] gap-x-3 border-line py-2 text-sm max-desk:-mx-3 max-desk:px-3 desk:table-row ${isOpen ? 'bg-glow' : 'border-b hover:bg-sunk'}`}
      >
        <td
          className={`${CELL} col-start-2 row-start-1 text-right text-xs text-muted desk:text-left desk:whitespace-nowrap tabular-nums desk:text-sm desk:text-ink`}
        >
          <time dateTime={entry.at} title={entry.at}>
            {when}
          </time>
        </td>
        <td className={`${CELL} col-start-1 row-start-1 wrap-anywhere`}>{name}</td>
        <td className={CELL}>
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            aria-label={t('admin.audit.details', { did, person: name, when })}
            className="-my-3 min-h-11 text-left"
            onClick={() => setOpen(!isOpen)}
          >
            <span className={`font-medium ${TONES[action] ?? ''}`}>{did}</span>
          </button>
          {actor.id !== person.id && (
            <span className="block text-xs text-muted wrap-anywhere">
              {t('admin.audit.by', { name: saySomebody(t, actor) })}
            </span>
          )}
        </td>
        <td className={`${CELL} self-center text-right wrap-anywhere desk:text-left`}>
          {sayPassage(entry, language) || <span className="max-desk:hidden">–</span>}
        </td>
        <td className={`${CELL} col-span-2 text-xs text-muted desk:text-sm desk:text-ink`}>{sayDevice(t, entry)}</td>
      </tr>
      {isOpen && (
        <tr id={details} className="block border-b border-line bg-glow max-desk:-mx-3 max-desk:px-3 desk:table-row">
          <td colSpan={5} className="block pb-3 desk:table-cell desk:px-3">
            <Details entry={entry} adminId={adminId} />
          </td>
        </tr>
      )}
    </>
  )
}
