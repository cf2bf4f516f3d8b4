import type { Pairs } from './word.ts'

/** Invitations, forgotten passwords and changes of address, by links. */
export const links = {
  'sign.forgot': ['Forgotten password?', 'Parolanızı mı unuttunuz?'],
  'forgot.title': ['Forgotten password', 'Unutulan parola'],
  'forgot.text': [
    'Enter the address of your account. A link to choose a new password goes there.',
    'Hesabınızın adresini girin. Yeni parola belirlemeniz için bir bağlantı gönderilir.',
  ],
  'forgot.send': ['Send the link', 'Bağlantıyı gönder'],
  'forgot.sent': [
    'If {name} has an account, a mail is on its way there. Its link is good for 24 hours.',
    '{name} adresinin bir hesabı varsa oraya bir e-posta gönderildi. Bağlantı 24 saat geçerlidir.',
  ],
  'forgot.noMail': [
    'This service sends no mail. Ask an administrator for a link to choose a new password.',
    'Bu hizmet e-posta göndermiyor. Yeni parola belirlemek için bir yöneticiden bağlantı isteyin.',
  ],
  'forgot.back': ['Back to sign in', 'Oturum açmaya dön'],
  'link.dead': ['This link does not work', 'Bu bağlantı çalışmıyor'],
  'link.invited': ['Welcome to {name}', '{name} oteline hoş geldiniz'],
  'link.invitedText': [
    '{who} invites you. Your role: {role} ({may}).',
    '{who} sizi davet ediyor. Rolünüz: {role} ({may}).',
  ],
  'link.invitedByNobody': [
    'You are invited. Your role: {role} ({may}).',
    'Davet edildiniz. Rolünüz: {role} ({may}).',
  ],
  'link.yourName': ['Your name', 'Adınız'],
  'link.accept': ['Accept and sign in', 'Kabul et ve oturum aç'],
  'link.signInFirst': [
    'You have an account already. Sign in to it to accept.',
    'Zaten bir hesabınız var. Kabul etmek için onunla oturum açın.',
  ],
  'link.acceptAs': ['Accept as {name}', '{name} olarak kabul et'],
  'link.reset': ['Choose a new password', 'Yeni parola belirleyin'],
  'link.resetText': [
    'For the account of {name}. Everybody who is signed in to it is signed out.',
    '{name} hesabı için. Hesapta açık olan tüm oturumlar kapanır.',
  ],
  'link.setPassword': ['Set the password', 'Parolayı kaydet'],
  'link.isSet': ['Your password is set', 'Parolanız kaydedildi'],
  'link.isSetText': ['Sign in with it from now on.', 'Bundan böyle onunla oturum açın.'],
  'link.email': ['Another e-mail address', 'Başka bir e-posta adresi'],
  'link.emailOld': [
    'The account of {name} shall go by {other}. Confirm it only if you asked for it yourself.',
    '{name} hesabı bundan böyle {other} adresini kullanacak. Yalnızca bunu siz istediyseniz onaylayın.',
  ],
  'link.emailNew': [
    'An account shall go by {name}. Confirm it only if you asked for it yourself.',
    'Bir hesap bundan böyle {name} adresini kullanacak. Yalnızca bunu siz istediyseniz onaylayın.',
  ],
  'link.confirm': ['Confirm', 'Onayla'],
  'link.refuse': ['Refuse', 'Reddet'],
  'link.confirmed': ['Confirmed', 'Onaylandı'],
  'link.confirmedText': [
    'The other address has still to confirm: use the link that went there.',
    'Öbür adresin de onaylaması gerekiyor: oraya giden bağlantıyı kullanın.',
  ],
  'link.moved': ['The account has its new address', 'Hesap yeni adresini kullanıyor'],
  'link.isMovedText': ['Sign in with it from now on.', 'Bundan böyle onunla oturum açın.'],
  'link.taken': ['The new address belongs to another account', 'Yeni adres başka bir hesabın'],
  'link.takenText': [
    'Nothing has changed. Ask for another address in your account, or sign in with this one.',
    'Hiçbir şey değişmedi. Hesabınızda başka bir adres isteyin ya da bu adresle oturum açın.',
  ],
  'link.refused': ['Refused', 'Reddedildi'],
  'link.refusedText': [
    'Nothing has changed. If you did not ask for it, choose another password: somebody knows yours.',
    'Hiçbir şey değişmedi. Bunu siz istemediyseniz parolanızı değiştirin: birisi parolanızı biliyor.',
  ],
  'own.changeEmail': ['Change e-mail address', 'E-posta adresini değiştir'],
  'own.newEmail': ['New e-mail address', 'Yeni e-posta adresi'],
  'own.changeEmailText': [
    'A link goes to {name} and one to the new address. When both are used the account has the new one.',
    '{name} adresine ve yeni adrese birer bağlantı gider. İkisi de kullanılınca hesap yeni adrese geçer.',
  ],
  'own.emailAsked': [
    'Two mails are on their way. Use the link in each.',
    'İki e-posta gönderildi. Her birindeki bağlantıyı kullanın.',
  ],
  'people.invite': ['Invite somebody', 'Kişi davet et'],
  'people.inviteHint': [
    'Who works for a hotel here already is let in at once.',
    'Burada zaten bir otelde çalışan kişi hemen eklenir.',
  ],
  'people.inviteSend': ['Invite', 'Davet et'],
  'people.invited': ['An invitation is on its way to {name}.', '{name} adresine davet gönderildi.'],
  'people.open': ['Invited, not yet here', 'Davet edilenler'],
  'people.invitedBy': ['invited by {name}', 'davet eden: {name}'],
  'people.until': ['good until {when}', '{when} tarihine kadar geçerli'],
  'people.expired': ['Expired', 'Süresi doldu'],
  'people.handed': ['Link handed over', 'Bağlantı elden verildi'],
  'people.again': ['Send again', 'Yeniden gönder'],
  'people.newLink': ['Make another link', 'Yeni bağlantı oluştur'],
  'people.withdraw': ['Withdraw', 'Geri çek'],
  'people.withdrawn': ['{name} is not invited any more.', '{name} için davet geri çekildi.'],
  'people.mail.pending': ['Being sent', 'Gönderiliyor'],
  'people.mail.sent': ['Sent', 'Gönderildi'],
  'people.mail.unknown': ['Perhaps sent', 'Gönderilmiş olabilir'],
  'people.mail.bounced': ['Mail refused', 'E-posta reddedildi'],
  'people.mail.failed': ['Not sent', 'Gönderilemedi'],
  'people.mail.dropped': ['Not sent', 'Gönderilemedi'],
  'link.once': ['Hand this link over', 'Bu bağlantıyı iletin'],
  'link.onceNote': ['It is shown this once.', 'Yalnızca bu kez gösterilir.'],
  'link.onceText': [
    'Whoever has it may use it: give it to {name} and nobody else. It is good once, for 24 hours.',
    'Elinde olan kullanabilir: {name} dışında kimseye vermeyin. Tek kullanımlıktır ve 24 saat geçerlidir.',
  ],
  'link.label': ['Link', 'Bağlantı'],
  'admin.resetLink': ['Make a password link', 'Parola bağlantısı oluştur'],
  'history.member.joined': [
    '{name} accepted an invitation and joined the hotel with the role {role}',
    '{name} daveti kabul edip otele katıldı; rolü: {role}',
  ],
  'history.invitation.made': [
    '{who} invited {name} into the hotel with the role {role}',
    '{who}, {name} adresini otele davet etti; rolü: {role}',
  ],
  'history.invitation.sent': [
    '{who} sent the invitation of {name} again',
    '{who}, {name} adresinin davetini yeniden gönderdi',
  ],
  'history.invitation.changed': [
    '{who} invited {name} anew, with the role {role} instead of {former}',
    '{who}, {name} adresini yeniden davet etti; rolü: {former} yerine {role}',
  ],
  'history.invitation.withdrawn': [
    '{who} withdrew the invitation of {name}',
    '{who}, {name} adresinin davetini geri çekti',
  ],
  'history.resetLink': [
    '{who} made a link to choose a new password for {thing}',
    '{who} yeni parola bağlantısı oluşturdu: {thing}',
  ],
  'history.kind.invitation': ['Invitations', 'Davetler'],
} as const satisfies Pairs
