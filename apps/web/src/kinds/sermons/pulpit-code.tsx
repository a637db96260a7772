import { useTranslation } from 'react-i18next'
import { QrCode } from '../../ui/qr-code.tsx'

/** The last page of a sermon that is shared: whoever listens takes the link along by its QR code. */
const PulpitCode = ({ title, link }: { readonly title: string; readonly link: string }) => {
  const { t } = useTranslation()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-5 overflow-y-auto bg-paper p-5 text-center">
      <p className="max-w-[40rem] font-scripture text-3xl leading-tight font-semibold text-balance wrap-anywhere">
        {title}
      </p>
      <QrCode text={link} label={t('links.code')} look="w-[min(24rem,70vw,50vh)]" />
      <p className="text-lg text-muted">{t('links.scan')}</p>
    </div>
  )
}
export default PulpitCode
