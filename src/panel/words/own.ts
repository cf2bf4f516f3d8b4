import type { Pairs } from './word.ts'

/** The page of one's own account, and the code beside the password. */
export const own = {
  'own.title': ['My account', 'Hesabım'],
  'own.person': ['About me', 'Kişisel bilgiler'],
  'own.agency': ['Agency', 'Acente'],
  'own.saved': ['Your account is changed.', 'Hesabınız değişti.'],
  'own.languageAny': ['Not chosen', 'Seçilmedi'],
  'own.languageHint': [
    'Pages are in it when you sign in, and so are mails about your account.',
    'Oturum açınca sayfalar ve hesabınızla ilgili e-postalar bu dilde olur.',
  ],
  'own.leave': ['Leave', 'Ayrıl'],
  'own.leaveOne': ['Leave {name}', '{name} otelinden ayrıl'],
  'own.leaveTitle': ['Leave {name}?', '{name} otelinden ayrılmak istiyor musunuz?'],
  'own.leaveText': [
    'At once the hotel is closed to you: an owner would have to let you in again. Your account stays.',
    'Otel size hemen kapanır; yeniden ancak bir sahip ekleyebilir. Hesabınız kalır.',
  ],
  'own.left': ['You have left {name}.', '{name} otelinden ayrıldınız.'],
  'own.factor': ['Two-step sign-in', 'İki adımlı doğrulama'],
  'own.factorText': [
    'Beside the password, signing in asks for a code that an app on your telephone makes.',
    'Oturum açarken parolanın yanında telefonunuzdaki bir uygulamanın ürettiği kod da istenir.',
  ],
  'own.on': ['On', 'Açık'],
  'own.switchOn': ['Switch on two-step sign-in', 'İki adımlı doğrulamayı aç'],
  'own.since': ['On since {when}.', '{when} tarihinden beri açık.'],
  'own.codesLeft': [
    { one: '{count} recovery code is left.', other: '{count} recovery codes are left.' },
    '{count} kurtarma kodu kaldı.',
  ],
  'own.next': ['Next', 'İleri'],
  'own.beginText': [
    'First your password: nobody else shall be able to switch it on for you.',
    'Önce parolanız: sizin yerinize başkası açamasın.',
  ],
  'own.step1': [
    'Open an authenticator app on your telephone.',
    'Telefonunuzda bir doğrulama uygulaması açın.',
  ],
  'own.step2': ['Scan this picture with it.', 'Bu kareyi uygulamayla okutun.'],
  'own.step3': ['Type the six digits that it shows.', 'Gösterdiği altı haneyi yazın.'],
  'own.qr': ['QR code for the app', 'Uygulama için karekod'],
  'own.byHand': ['The app cannot scan it', 'Uygulama okuyamıyorsa'],
  'own.openApp': ['Open in an app on this device', 'Bu cihazdaki uygulamada aç'],
  'own.code': ['Code', 'Kod'],
  'own.codeHint': [
    'Six digits of the app, or a recovery code.',
    'Uygulamadaki altı hane ya da bir kurtarma kodu.',
  ],
  'own.confirmHint': ['Six digits of the app.', 'Uygulamadaki altı hane.'],
  'own.confirm': ['Confirm', 'Onayla'],
  'own.codes': ['Recovery codes', 'Kurtarma kodları'],
  'own.codesText': [
    'Two-step sign-in is on. Keep these codes where you find them without your telephone: each lets you in once. They are not shown again.',
    'İki adımlı doğrulama açık. Bu kodları telefonunuz olmadan da bulacağınız bir yerde saklayın: her biri bir kez geçer. Bir daha gösterilmez.',
  ],
  'own.renew': ['New recovery codes', 'Yeni kurtarma kodları'],
  'own.renewText': ['Those of before open nothing any more.', 'Öncekiler artık hiçbir şeyi açmaz.'],
  'own.off': ['Switch off', 'Kapat'],
  'own.offTitle': ['Switch off two-step sign-in?', 'İki adımlı doğrulama kapatılsın mı?'],
  'own.offText': [
    'Your password alone will let you in then. Hotels that ask for it let you in no longer.',
    'Bundan sonra parolanız tek başına yeter. Bunu isteyen oteller size kapanır.',
  ],
  'own.isOff': ['Two-step sign-in is off.', 'İki adımlı doğrulama kapatıldı.'],
  'own.barred': [
    'This hotel lets its people in with two-step sign-in only. Switch it on, or add a passkey, and you are back; who has a passkey signs out and in by it.',
    'Bu otele yalnızca iki adımlı doğrulamayla girilir. Bunu açtığınızda ya da geçiş anahtarı eklediğinizde otele dönersiniz; anahtarınız varsa oturumu kapatıp onunla açın.',
  ],
  'own.passkeys': ['Passkeys', 'Geçiş anahtarları'],
  'own.passkeysText': [
    'Sign in without a password: by the fingerprint, face or PIN of your device. A passkey counts as two-step sign-in.',
    'Parola yazmadan oturum açın: cihazınızın parmak izi, yüz tanıması ya da PIN’i ile. Geçiş anahtarı iki adımlı doğrulama sayılır.',
  ],
  'own.passkeysOff': [
    'The service is reached at an IP address, which cannot have passkeys. Ask whoever runs it for a name.',
    'Hizmete bir IP adresiyle ulaşılıyor; böyle bir adresin geçiş anahtarı olamaz. Hizmeti işletenden bir ad isteyin.',
  ],
  'own.passkeysAt': [
    'Passkeys are made and used at',
    'Geçiş anahtarları şu adreste oluşturulur ve kullanılır:',
  ],
  'own.passkeysOld': [
    'This browser has no passkeys.',
    'Bu tarayıcıda geçiş anahtarı kullanılamıyor.',
  ],
  'own.passkeyAdd': ['Add a passkey', 'Geçiş anahtarı ekle'],
  'own.passkeyAddText': [
    'Your browser asks for it next. The name is for you, to tell your passkeys apart.',
    'Sonraki adımda tarayıcınız soracak. Ad, geçiş anahtarlarınızı ayırt etmeniz içindir.',
  ],
  'own.passkeyNameHint': ['For example “Telephone”', 'Örneğin “Telefon”'],
  'own.passkeyAdded': ['The passkey was added.', 'Geçiş anahtarı eklendi.'],
  'own.passkeyRenameIt': ['Rename', 'Yeniden adlandır'],
  'own.passkeyRename': ['Rename {name}', 'Yeniden adlandır: {name}'],
  'own.passkeyRemove': ['Remove', 'Kaldır'],
  'own.passkeyRemoveOne': ['Remove {name}', 'Kaldır: {name}'],
  'own.passkeyRemoveText': [
    'It opens nothing any more. Other sessions that were begun with it end.',
    'Artık hiçbir şeyi açmaz. Onunla açılmış diğer oturumlar sonlanır.',
  ],
  'own.passkeyLastText': [
    'This is the last one that opens your account: then only your password does. Type it to be sure that you have it.',
    'Hesabınızı açan son geçiş anahtarı budur: bundan sonra yalnızca parolanız açar. Bildiğinizden emin olmak için yazın.',
  ],
  'own.passkeyRemoved': ['The passkey was removed.', 'Geçiş anahtarı kaldırıldı.'],
  'own.passkeyUsed': ['Last used', 'Son kullanım'],
  'own.passkeyUnused': ['Never', 'Hiç'],
  'own.passkeyMade': ['Added', 'Eklenme'],
  'own.passkeyElsewhere': ['of another address', 'başka adresin'],
  'own.sessions': ['Where you are signed in', 'Açık oturumlar'],
  'own.sessionsText': [
    'Something here that is not you? End it and change your password.',
    'Size ait olmayan bir oturum mu var? Sonlandırıp parolanızı değiştirin.',
  ],
  'own.device': ['Device', 'Cihaz'],
  'own.unknown': ['Unknown device', 'Bilinmeyen cihaz'],
  'own.this': ['This one', 'Bu cihaz'],
  'own.seen': ['Last seen', 'Son görülme'],
  'own.now': ['Now', 'Şimdi'],
  'own.signedIn': ['Signed in', 'Oturum açılışı'],
  'own.end': ['End', 'Sonlandır'],
  'own.endOne': ['End {name}', 'Sonlandır: {name}'],
  'own.endOthers': ['End all others', 'Diğerlerini sonlandır'],
  'own.ended': ['The session has ended.', 'Oturum sonlandırıldı.'],
  'own.othersEnded': ['All other sessions have ended.', 'Diğer oturumlar sonlandırıldı.'],
  'sign.codeText': [
    'Type the six digits that your app shows.',
    'Uygulamanızın gösterdiği altı haneyi yazın.',
  ],
  'sign.lost': [
    'Without your telephone use a recovery code. Have you none left? An administrator can switch two-step sign-in off.',
    'Telefonunuz yoksa bir kurtarma kodu kullanın. Kodunuz kalmadıysa yönetici iki adımlı doğrulamayı kapatabilir.',
  ],
  'sign.mailedText': [
    'Others guess at your password, and you have not signed in here before: type the six digits that were mailed to {name}. They are good for 15 minutes, and no others are sent meanwhile.',
    'Başkaları parolanızı tahmin etmeye çalışıyor ve burada daha önce oturum açmadınız: {name} adresine gönderilen altı haneyi yazın. Kod 15 dakika geçerlidir; bu sürede yenisi gönderilmez.',
  ],
  'sign.mailAgain': ['Another code', 'Yeni kod'],
  'sign.noMail': [
    'No mail? Look among the unwanted. Where you have signed in before no code is asked for.',
    'E-posta gelmedi mi? İstenmeyenlere bakın. Daha önce oturum açtığınız yerlerde kod sorulmaz.',
  ],
  'sign.back': ['Back', 'Geri'],
  'people.factor': ['Two-step sign-in', 'İki adımlı doğrulama'],
  'people.factorOn': ['on', 'açık'],
  'people.factorOff': ['off', 'kapalı'],
  'people.required': [
    'The hotel asks everybody for it: who has none is let in no further than their own account.',
    'Otel bunu herkesten ister: açmamış olan yalnızca kendi hesabına girebilir.',
  ],
  'people.notRequired': ['The hotel does not ask for it.', 'Otel bunu istemiyor.'],
  'people.require': ['Ask everybody for it', 'Herkesten iste'],
  'people.requireTitle': [
    'Ask everybody for two-step sign-in?',
    'İki adımlı doğrulama herkesten istensin mi?',
  ],
  'people.requireText': [
    {
      one: 'At once the hotel is closed to {count} person who has none, until they switch it on. API keys go on.',
      other:
        'At once the hotel is closed to {count} people who have none, until they switch it on. API keys go on.',
    },
    'Otel, açmamış olan {count} kişiye açana kadar hemen kapanır. API anahtarları çalışmayı sürdürür.',
  ],
  'people.release': ['Ask nobody for it', 'Kimseden isteme'],
  'people.requireSaved': ['Saved.', 'Kaydedildi.'],
  'admin.factorOff': ['Switch two-step sign-in off', 'İki adımlı doğrulamayı kapat'],
  'admin.factorTitle': [
    'Switch two-step sign-in of {name} off?',
    '{name} için iki adımlı doğrulama kapatılsın mı?',
  ],
  'admin.factorText': [
    'For who has lost telephone and recovery codes. Be sure by other means that it is them: the password alone will do then.',
    'Telefonunu ve kurtarma kodlarını yitirenler için. O kişi olduğundan başka yolla emin olun: artık yalnızca parola yeter.',
  ],
  'admin.factorDone': [
    '{name} signs in with the password alone now.',
    '{name} artık yalnızca parolayla oturum açar.',
  ],
  'history.factorOn': [
    '{who} switched two-step sign-in on for {thing}',
    '{who} iki adımlı doğrulamayı açtı: {thing}',
  ],
  'history.factorOff': [
    '{who} switched two-step sign-in off for {thing}',
    '{who} iki adımlı doğrulamayı kapattı: {thing}',
  ],
  'history.codes': [
    '{who} made new recovery codes for {thing}',
    '{who} kurtarma kodlarını yeniledi: {thing}',
  ],
  'history.sessions': [
    {
      one: '{who} ended {count} session of {thing}',
      other: '{who} ended {count} sessions of {thing}',
    },
    '{who} {count} oturumu sonlandırdı: {thing}',
  ],
  'history.passkeyAdded': [
    '{who} added the passkey “{name}” to {thing}',
    '{who} geçiş anahtarı ekledi: {thing}, “{name}”',
  ],
  'history.passkeyRemoved': [
    '{who} removed the passkey “{name}” of {thing}',
    '{who} geçiş anahtarını kaldırdı: {thing}, “{name}”',
  ],
  'history.required': [
    '{who} asks everybody of {thing} for two-step sign-in',
    '{who} iki adımlı doğrulamayı zorunlu kıldı: {thing}',
  ],
  'history.released': [
    '{who} asks nobody of {thing} for two-step sign-in any more',
    '{who} iki adımlı doğrulama zorunluluğunu kaldırdı: {thing}',
  ],
  'history.field.language': ['language', 'dil'],
  'history.field.secondFactor': ['two-step sign-in', 'iki adımlı doğrulama'],
  'history.field.passkeyAdded': ['passkey added', 'eklenen geçiş anahtarı'],
  'history.field.passkeyRemoved': ['passkey removed', 'kaldırılan geçiş anahtarı'],
  'history.field.secondFactorRequired': [
    'asking for two-step sign-in',
    'iki adımlı doğrulama zorunluluğu',
  ],
  'history.field.recoveryCodesRenewed': ['new recovery codes', 'yeni kurtarma kodları'],
  'history.field.sessionsEnded': ['sessions ended', 'sonlandırılan oturumlar'],
} as const satisfies Pairs
