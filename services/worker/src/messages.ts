type Person = { readonly username: string; readonly language: 'en' | 'ko' }
type Message = { readonly subject: string; readonly text: string }

/** Welcomes somebody who signed up. `url` is the address of the app. */
export const welcomeMessage = ({ username, language }: Person, url: string): Message =>
  language === 'ko'
    ? {
        subject: '길빛에 오신 것을 환영합니다',
        text: `${username}님, 안녕하세요.

길빛에 가입해 주셔서 감사합니다. 이제 성경을 읽으면서 구절마다 메모를 남길 수 있어요. 메모는 안전하게 보관되고 모든 기기에서 볼 수 있어요.

${url}

"주의 말씀은 내 발에 등이요 내 길에 빛이니이다" (시편 119:105)
`,
      }
    : {
        subject: 'Welcome to Pathlight',
        text: `Hello ${username},

Thank you for signing up. You can now write notes on any verse as you read; they are kept safe and are there on all your devices.

${url}

"Thy word is a lamp unto my feet, and a light unto my path." (Psalm 119:105)
`,
      }

/** Brings the link to a new password, which works for ten minutes and once. */
export const resetMessage = ({ username, language }: Person, link: string): Message =>
  language === 'ko'
    ? {
        subject: '길빛 비밀번호 재설정',
        text: `${username}님, 안녕하세요.

아래 주소에서 새 비밀번호를 정할 수 있어요. 이 주소는 10분 동안 한 번만 쓸 수 있어요.

${link}

요청하신 적이 없다면 이 메일을 무시하셔도 됩니다. 비밀번호는 그대로입니다.
`,
      }
    : {
        subject: 'Reset your Pathlight password',
        text: `Hello ${username},

You can choose a new password here. The link works once, for ten minutes.

${link}

If you did not ask for this, you can ignore this mail. Your password stays as it is.
`,
      }
