import { UNSET_COPY_STYLE } from '@pathlight/contracts/copy-rules.ts'
import type { PictureLook } from '@pathlight/contracts/pictures.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { askServer } from '../../api/own-answer.ts'
import { picturePath, type SharedPassage, sharedPath } from '../../bible/shared-passage.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Download, Link2, Share2, Text } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { copiedPassage, type Passage } from './copied-passage.ts'
import { useCopyStyle } from './copy-style.ts'
import { COPY_STYLE_PATH } from './use-copy-passage.ts'

// Repeats a list of contracts/pictures.ts, because an import would also load the schemas.
const LOOKS = ['light', 'sepia', 'dark', 'dawn'] as const satisfies readonly PictureLook[]
const ICON = { size: 18, strokeWidth: 1.8, 'aria-hidden': true } as const

/**
 * Opens the system's share dialog. Returns true if the person shared the data or closed the dialog, false if the dialog
 * fails or does not exist.
 */
const shareBySystem = async (data: ShareData): Promise<boolean> => {
  if (navigator.canShare?.(data) !== true) return false
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) return false
  }
  return true
}

const download = (file: File): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

type Props = {
  readonly passage: SharedPassage &
    Passage & {
      /** The reference of the picture, if the picture also shows verses that are not chosen. */
      readonly pictured?: string
    }
  readonly onClose: () => void
}

/** A dialog to share a passage as a link, as text, or as a picture in one of four styles. */
const ShareDialog = ({ passage, onClose }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const name = useId()
  const [look, setLook] = useState<PictureLook>('light')
  const [hasPicture, setHasPicture] = useState(true)
  const [busy, setBusy] = useState(false)
  const { reference, version, pictured = reference } = passage
  // By default, shared words have no numbers.
  const style = useCopyStyle() ?? { ...UNSET_COPY_STYLE, numbers: false }
  const language = useLanguage()
  const picture = picturePath(passage, { look, shape: 'square' })
  const link = () => location.origin + sharedPath(passage)
  const canShareFiles = navigator.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] }) === true

  const shareLinkOrText = async (what: 'link' | 'text') => {
    const text = `${copiedPassage(passage, style).text}\n${link()}`
    if (await shareBySystem(what === 'link' ? { url: link(), title: reference } : { text, title: reference })) return
    const copied = await copyText(what === 'link' ? link() : text)
    if (!copied) return say(t('share.notCopied'), 'error')
    say(t(what === 'link' ? 'share.linkCopied' : 'share.textCopied'))
  }
  const sharePicture = async () => {
    setBusy(true)
    try {
      const answer = await askServer(picture)
      const file = new File([await answer.blob()], `${pictured} ${version}.png`.replace(/[:/\\]/g, '.'), {
        type: 'image/png',
      })
      if (!(await shareBySystem({ files: [file], title: pictured }))) download(file)
    } catch {
      say(t('share.pictureFailed'), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('share.title')}
      description={`${reference} · ${versionLabel(version, language)}`}
    >
      {hasPicture ? (
        <>
          <img
            src={picture}
            width={1080}
            height={1080}
            alt={t('share.picture', { reference: pictured })}
            onError={() => setHasPicture(false)}
            className="mx-auto aspect-square h-auto w-full max-w-72 rounded-md border border-line bg-sunk"
          />
          <fieldset className="mt-4">
            <legend className="mb-1.5 text-xs font-medium text-muted">{t('share.look')}</legend>
            <div className="grid grid-cols-4 gap-1.5">
              {LOOKS.map((one) => (
                <label
                  key={one}
                  className="grid min-h-11 place-items-center rounded-[22px] border border-line text-xs has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
                >
                  <input
                    type="radio"
                    name={name}
                    checked={look === one}
                    onChange={() => setLook(one)}
                    className="sr-only"
                  />
                  {t(`share.${one}`)}
                </label>
              ))}
            </div>
          </fieldset>
          <Button look="primary" big busy={busy} onClick={() => void sharePicture()} className="mt-4 w-full">
            {canShareFiles ? <Share2 {...ICON} /> : <Download {...ICON} />}
            {t(canShareFiles ? 'share.sharePicture' : 'share.savePicture')}
          </Button>
        </>
      ) : (
        <p className="text-sm text-pretty text-muted">{t('share.noPicture')}</p>
      )}
      <div className="mt-2.5 grid grid-cols-2 gap-2.5">
        <Button onClick={() => void shareLinkOrText('link')}>
          <Link2 {...ICON} />
          {t('share.link')}
        </Button>
        <Button onClick={() => void shareLinkOrText('text')}>
          <Text {...ICON} />
          {t('share.text')}
        </Button>
      </div>
      <Link to={COPY_STYLE_PATH} className="control quiet mt-1 w-full text-sm">
        {t('share.copyStyle')}
      </Link>
    </Dialog>
  )
}
export default ShareDialog
