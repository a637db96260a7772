import { CROSS_REFERENCES_PACK } from '@pathlight/contracts/pack-rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpensOffline } from '../../device/opens-offline.ts'
import { useObserved } from '../../device/use-observed.ts'
import { sayBytes } from '../../locales/say-bytes.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check } from '../../ui/icons.ts'
import { versionsQuery } from '../versions-query.ts'
import { NotKept, sizeOf } from './keep-text.ts'
import { type TextHere, textsHere } from './texts-here.ts'

type RowProps = {
  readonly name: string
  readonly title: string
  readonly here: TextHere | undefined
  /** The server has it, and lets it be kept. */
  readonly isThere: boolean
}

/** One text: how large it is, how far it is, what can be done with it. */
const Row = ({ name, title, here, isThere }: RowProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const opens = useOpensOffline()
  const sized = (bytes: number) => sayBytes(bytes, language)
  const { data, error } = useQuery({
    queryKey: ['bible', 'pack', name],
    queryFn: ({ signal }) => sizeOf(name, signal),
    enabled: isThere,
    retry: false,
    staleTime: 0,
  })
  const size = data?.size ?? (here?.size || undefined)
  const isOlder = here?.status === 'kept' && data !== undefined && data.tag !== here.tag
  const line = ((): ReactNode => {
    if (here?.status === 'coming') {
      const said = here.preparing
        ? t('keep.preparing')
        : t('keep.coming', { here: sized(here.here), size: sized(here.size) })
      return (
        <>
          <progress
            aria-label={title}
            max={1}
            value={here.size > 0 ? here.here / here.size : undefined}
            className="my-1.5 block h-1.5 w-full accent-accent"
          />
          {/* How far it is, the bar says where it is asked: it changes at every moment. */}
          <span role={here.preparing ? 'status' : undefined}>{said}</span>
        </>
      )
    }
    if (here?.status === 'begun')
      return (
        <span role={here.why ? 'alert' : undefined}>
          {here.why && `${t(`keep.why.${here.why}`)} `}
          {here.size > 0 && t('keep.begun', { here: sized(here.here), size: sized(here.size) })}
        </span>
      )
    if (here?.status === 'kept' && opens !== 'yes') return t(opens === 'never' ? 'keep.onlineOnly' : 'keep.opening')
    if (here?.status === 'kept')
      return (
        <>
          <Check size={15} strokeWidth={2.2} className="mr-1 inline text-accent" aria-hidden />
          {isOlder ? t('keep.older') : t('keep.kept', { size: sized(here.size) })}
        </>
      )
    if (error) return t(error instanceof NotKept && error.why === 'failed' ? 'keep.notThere' : 'keep.why.offline')
    if (!isThere) return t('keep.notAllowed')
    return size === undefined ? t('keep.asking') : t('keep.size', { size: sized(size) })
  })()
  const keep = () => textsHere.keep(name)
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-0">
      <div className="min-w-0 grow">
        <p className="font-semibold text-balance">{title}</p>
        <div className="text-sm text-muted">{line}</div>
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2">
        {here?.status === 'coming' && !here.preparing && (
          <Button onClick={() => textsHere.pause(name)} aria-label={t('keep.pauseOf', { title })}>
            {t('keep.pause')}
          </Button>
        )}
        {here === undefined && isThere && !error && (
          <Button onClick={keep} aria-label={t('keep.keepOf', { title })}>
            {t('keep.keep')}
          </Button>
        )}
        {here?.status === 'begun' && (
          <Button onClick={keep} aria-label={t('keep.resumeOf', { title })}>
            {t('keep.resume')}
          </Button>
        )}
        {isOlder && (
          <Button onClick={keep} aria-label={t('keep.renewOf', { title })}>
            {t('keep.renew')}
          </Button>
        )}
        {(here?.status === 'kept' || here?.status === 'begun') && (
          <Button look="quiet" onClick={() => void textsHere.remove(name)} aria-label={t('keep.removeOf', { title })}>
            {t('keep.remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Keeps a version on this device, to be read and searched without a network; shows what else is kept here. */
const KeepDialog = ({ version, onClose }: { version: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const { data: known } = useQuery(versionsQuery)
  const here = useObserved(textsHere)
  if (here === 'refused')
    return (
      <Dialog onClose={onClose} title={t('keep.title')}>
        <p role="alert" className="text-pretty text-danger">
          {t('keep.why.refused')}
        </p>
      </Dialog>
    )
  const others = [...(here?.keys() ?? [])].filter((name) => name !== version && name !== CROSS_REFERENCES_PACK)
  const titleOf = (name: string) => {
    if (name === CROSS_REFERENCES_PACK) return t('keep.crossReferences')
    const found = known?.versions.find(({ code }) => code === name)
    return found ? `${found.localName} (${name})` : name
  }
  const isThere = (name: string) => {
    const found = known?.versions.find(({ code }) => code === name)
    return name === CROSS_REFERENCES_PACK || found?.source === 'built-in' || found?.source === 'imported'
  }
  return (
    <Dialog onClose={onClose} title={t('keep.title')} description={t('keep.about')}>
      {here !== null && known !== undefined && (
        <ul>
          {[version, CROSS_REFERENCES_PACK, ...others].map((name) => (
            <Row key={name} name={name} title={titleOf(name)} here={here.get(name)} isThere={isThere(name)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
export default KeepDialog
