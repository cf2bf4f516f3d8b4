/** The texts of mails about accounts, in English and Turkish. */
export const ACCOUNT_WORDS = {
  'subject.invitation': ['Invitation to {house}', '{house} sizi davet ediyor'],
  'subject.password_reset': ['Choose a new password', 'Yeni parolanızı belirleyin'],
  'subject.email_old': [
    'Confirm: another e-mail address for your account',
    'Onayınız gerekiyor: hesabınız için başka bir e-posta adresi',
  ],
  'subject.email_new': ['Confirm your e-mail address', 'E-posta adresinizi onaylayın'],
  'subject.login_code': ['Your code to sign in', 'Oturum açma kodunuz'],
  'subject.password_changed': ['Your password was changed', 'Parolanız değiştirildi'],
  'subject.passkey_added': [
    'A passkey was added to your account',
    'Hesabınıza geçiş anahtarı eklendi',
  ],
  'subject.email_changed': [
    'The e-mail address of your account was changed',
    'Hesabınızın e-posta adresi değişti',
  ],
  'subject.email_taken': [
    'This address belongs to an account already',
    'Bu adres zaten bir hesaba ait',
  ],
  'title.invitation': ['Work with {house}', '{house} ekibine katılın'],
  'intro.invitation': [
    '{by} invites you to work with {house} in its panel. Choose your name and a password, and you are in.',
    '{by}, {house} panelinde çalışmanız için sizi davet ediyor. Adınızı ve bir parola belirleyin; hemen başlayabilirsiniz.',
  ],
  'intro.invitationByNobody': [
    'You are invited to work with {house} in its panel. Choose your name and a password, and you are in.',
    '{house} panelinde çalışmanız için davet edildiniz. Adınızı ve bir parola belirleyin; hemen başlayabilirsiniz.',
  ],
  'intro.password_reset': [
    'Someone, probably you, asked for a new password for this account. Your current password works until you choose a new one.',
    'Birisi, büyük olasılıkla siz, bu hesabın parolasını unuttuğunu bildirdi. Yenisini belirleyene kadar parolanız geçerli kalır.',
  ],
  'intro.email_old': [
    'Someone asked to change the e-mail address of your account. Nothing changes before you confirm it here and at the new address. If it was not you, open the link, refuse, and choose another password: someone knows yours.',
    'Hesabınız için başka bir e-posta adresi istendi. Burada ve yeni adreste onaylamadan hiçbir şey değişmez. Bunu siz istemediyseniz bağlantıyı açıp reddedin ve parolanızı değiştirin: birisi parolanızı biliyor.',
  ],
  'intro.email_new': [
    'Someone asked to use this e-mail address for an account. Nothing changes before it is confirmed here and at the former address.',
    'Bir hesap bundan böyle bu e-posta adresini kullanmak istiyor. Burada ve önceki adreste onaylanmadan hiçbir şey değişmez.',
  ],
  'intro.login_code': [
    'Someone is signing in to your account with its password from a new place, while others are guessing that password. If it is you, type this code where it is asked for. If it is not you, someone knows your password: do not give the code to anyone, and choose another password at once (“Forgotten password?” where you sign in).',
    'Hesabınıza daha önce kullanılmadığı bir yerden, doğru parolayla giriliyor; aynı sırada başkaları parolanızı tahmin etmeye çalışıyor. Giren sizseniz kodu istenen yere yazın. Siz değilseniz birisi parolanızı biliyor: kodu kimseye vermeyin ve hemen yeni bir parola belirleyin (oturum açma sayfasında “Parolanızı mı unuttunuz?”).',
  ],
  'intro.password_changed': [
    'A new password was chosen for your account by a link, and all its sessions were signed out. If it was not you, ask the people who run this service for help at once.',
    'Hesabınıza bir bağlantıyla yeni bir parola belirlendi ve açık oturumların hepsi kapatıldı. Bunu siz yapmadıysanız hemen hizmeti yönetenlere başvurun.',
  ],
  'intro.passkey_added': [
    'A passkey was added to your account; it signs in without a password. If it was not you, remove it on your account page, and choose another password.',
    'Hesabınıza bir geçiş anahtarı eklendi: onu elinde bulunduran parolasız oturum açabilir. Bunu siz yapmadıysanız anahtarı hesap sayfanızdan kaldırın ve parolanızı değiştirin.',
  ],
  'intro.email_changed': [
    'Both addresses have confirmed: your account now has the new one. Sign in with it from now on.',
    'İki adres de onayladığı için hesabınız bundan böyle yeni adresi kullanıyor: onunla oturum açın.',
  ],
  'intro.email_taken': [
    'Someone wants to use this address for another account, but an account already has it. Nothing has changed. If it was you, sign in with this address, or choose another one.',
    'Birisi bu adresi başka bir hesapta kullanmak istedi; oysa adres zaten bir hesaba ait. Hiçbir şey değişmedi. Bunu siz istediyseniz bu adresle oturum açın ya da başka bir adres seçin.',
  ],
  'act.invitation': ['Accept the invitation', 'Daveti kabul et'],
  'act.password_reset': ['Choose a new password', 'Yeni parola belirle'],
  'act.email_old': ['Confirm or refuse', 'Onayla ya da reddet'],
  'act.email_new': ['Confirm this address', 'Bu adresi onayla'],
  loginCode: ['Code', 'Kod'],
  dearColleague: ['Hello,', 'Merhaba,'],
  ofHotel: ['Hotel', 'Otel'],
  ofAgency: ['Agency', 'Acente'],
  role: ['Role', 'Rol'],
  'role.owner': ['Owner', 'Sahip'],
  'role.revenue': ['Revenue', 'Gelir yönetimi'],
  'role.front_desk': ['Front desk', 'Ön büro'],
  'role.read_only': ['Read-only', 'Salt okunur'],
  'role.agency_owner': ['Owner', 'Sahip'],
  'role.agency_seller': ['Sales', 'Satış'],
  'role.agency_accounts': ['Accounts', 'Muhasebe'],
  account: ['Account', 'Hesap'],
  newAddress: ['New address', 'Yeni adres'],
  until: ['Good until', 'Geçerlilik'],
  untilUtc: ['{date} UTC (works once)', '{date} UTC (tek kullanımlık)'],
  untilThere: ['{date} (works once)', '{date} (tek kullanımlık)'],
  copy: [
    'If the button does not work, copy this address into your browser:',
    'Düğme çalışmıyorsa bu adresi tarayıcınıza kopyalayın:',
  ],
  'footer.invitation': [
    'You receive this mail because someone at {house} entered your address. If you do not expect it, do nothing: nothing happens without you.',
    'Bu e-posta, {house} çalışanlarından biri adresinizi girdiği için gönderildi. Beklemiyorsanız bir şey yapmanız gerekmez: siz istemeden hiçbir şey olmaz.',
  ],
  'footer.account': [
    'You receive this mail because of the account of {address}. This service never asks you for your password, for this link or for a code.',
    'Bu e-posta, {address} adresindeki hesap nedeniyle gönderildi. Hizmetten hiç kimse sizden parolanızı, bu bağlantıyı ya da bir kodu istemez.',
  ],
  'footer.stranger': [
    'You receive this mail because someone entered your address. If it was not you, do nothing: nothing will happen.',
    'Bu e-posta, birisi adresinizi girdiği için gönderildi. Siz girmediyseniz bir şey yapmanız gerekmez: hiçbir şey olmaz.',
  ],
} as const
