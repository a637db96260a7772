import { CROSS_REFERENCES_PACK, isWordsPack } from '@pathlight/contracts/pack-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { offlineChoice } from '../../device/offline-choice.ts'
import { useOpensOffline } from '../../device/opens-offline.ts'
import { useObserved } from '../../device/use-observed.ts'
import { sayBytes } from '../../locales/say-bytes.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons.ts'
import { versionsQuery } from '../versions-query.ts'
import { NotKept, sizeOf } from './keep-text.ts'
import { type TextHere, textsHere } from './texts-here.ts'
import { mayBeKept, textsRead } from './texts-read.ts'

type RowProps = {
  readonly name: string
  readonly title: string
  readonly here: TextHere | undefined
  /** Whether the server has the text and its licence allows a device to store it. */
  readonly isThere: boolean
  /**
   * Whether the switch for offline use stores the text. Such a text has no button to remove it, because the switch
   * would store it again.
   */
  readonly isWanted: boolean
}

/** The row of one text: its size, its progress and its buttons. */
const Row = ({ name, title, here, isThere, isWanted }: RowProps) => {
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
  const isAbsent = here?.status !== 'kept' && error instanceof NotKept && error.why === 'failed'
  const hasFailed = here?.status === 'begun' && here.why !== null && !isAbsent
  const line = ((): ReactNode => {
    if (isAbsent) return t('keep.notThere')
    if (here?.status === 'coming') {
      const said = here.preparing
        ? t('keep.preparing')
        : here.size > 0
          ? t('keep.coming', { here: sized(here.here), size: sized(here.size) })
          : t('keep.asking')
      return (
        <>
          <progress aria-label={title} max={1} value={here.size > 0 ? here.here / here.size : undefined} />
          {/* The progress changes all the time, so it is not announced. A screen reader can read the progress bar. */}
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
    if (error) return t('keep.why.offline')
    if (!isThere) return t('keep.notAllowed')
    return size === undefined ? t('keep.asking') : t('keep.size', { size: sized(size) })
  })()
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-0">
      <div className="min-w-0 grow">
        <p className="font-semibold text-balance">{title}</p>
        <div className="text-sm text-muted">{line}</div>
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2">
        {hasFailed && (
          <Button onClick={() => textsHere.keep(name)} aria-label={t('keep.againOf', { title })}>
            {t('tryAgain')}
          </Button>
        )}
        {isOlder && (
          <Button onClick={() => textsHere.keep(name)} aria-label={t('keep.renewOf', { title })}>
            {t('keep.renew')}
          </Button>
        )}
        {(here?.status === 'kept' || here?.status === 'begun') && !isWanted && (
          <Button look="quiet" onClick={() => void textsHere.remove(name)} aria-label={t('keep.removeOf', { title })}>
            {t('keep.remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

/**
 * The list of the texts on this device, and of those that the switch for offline use stores. `also`: versions that are
 * listed in any case, such as the person's default version.
 */
export const KeptTexts = ({ also }: { readonly also: readonly (string | undefined)[] }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const isOn = useObserved(offlineChoice)
  const { data: versions } = useQuery(versionsQuery)
  const here = useObserved(textsHere)
  if (here === 'refused')
    return (
      <p role="alert" className="text-pretty text-danger">
        {t('keep.why.refused')}
      </p>
    )
  if (here === null || versions === undefined) return null
  const titleOf = (name: string) => {
    if (name === CROSS_REFERENCES_PACK) return t('keep.crossReferences')
    const version = versions.versions.find(({ code }) => code === name)
    const label = versionLabel(name, language)
    return version && version.localName !== label ? `${version.localName} (${label})` : label
  }
  const wanted = textsRead(versions, language, also)
  // The words of the original are stored and removed with their text, so they have no row of their own.
  const texts = [...here.keys()].filter((name) => !isWordsPack(name))
  const names = [...also.filter((code) => code !== undefined), ...wanted, ...texts]
  return (
    <ul>
      {[...new Set(names)].map((name) => (
        <Row
          key={name}
          name={name}
          title={titleOf(name)}
          here={here.get(name)}
          isThere={name === CROSS_REFERENCES_PACK || mayBeKept(versions, name)}
          isWanted={isOn && wanted.includes(name)}
        />
      ))}
    </ul>
  )
}
