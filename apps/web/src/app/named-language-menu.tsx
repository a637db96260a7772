import { LanguageButton } from './language-button.tsx'
import { LanguageChoice } from './language-menu.tsx'

const NamedLanguageMenu = ({ openAtOnce }: { openAtOnce: boolean }) => (
  <LanguageChoice openAtOnce={openAtOnce} trigger={<LanguageButton />} />
)
export default NamedLanguageMenu
