import { Type } from 'typebox'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/limits.ts'
import { EmailSchema, line } from '../request/texts.ts'

const strict = { additionalProperties: false }
/** How long it must be is said by `checkPassword`; this only bounds it: a character may be two UTF-16 units. */
const Password = Type.String({ minLength: 1, maxLength: 2 * PASSWORD_LENGTH_MAX })
const NewPassword = {
  ...Password,
  description: `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters, not the e-mail address`,
}
const Name = line(200)

/** Body of `POST /v1/auth/register` (contract §5). */
export const RegisterBody = Type.Object(
  {
    email: EmailSchema,
    password: NewPassword,
    name: Type.Optional(Name),
  },
  strict,
)

/** Body of `POST /v1/auth/login`; what is no e-mail address is simply nobody's. */
export const LoginBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Password,
    keep: Type.Optional(
      Type.Boolean({
        description: 'Also keeps the session in a cookie that only `POST /v1/auth/session` reads.',
      }),
    ),
  },
  strict,
)

/** Body of `PATCH /v1/auth/me`. */
export const AccountPatch = Type.Object(
  {
    name: Type.Optional(Name),
    currentPassword: Type.Optional(Password),
    newPassword: Type.Optional(NewPassword),
  },
  strict,
)
