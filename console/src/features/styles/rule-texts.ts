import { texts } from '../../lib/language.ts'

/** What each piece is for, and its rule: the next rooms are built from this alone. */
export const ruleTexts = texts({
  en: {
    title: 'Pieces of the console',
    lead: 'Every room is built from these. What is missing is built here first, and then used.',
    parts: {
      tokens: 'Tokens',
      words: 'Texts',
      form: 'Forms',
      lists: 'Lists',
      states: 'States',
      dialogs: 'Dialogs',
    },
    colours: 'Colours',
    coloursRule:
      'Only these, by their names of /brand/brand.css; each knows light from dark. A state is a colour, a sign and a word.',
    states: 'How something stands',
    statesRule: 'A tag with a tone, a sign and a word; never a colour alone.',
    shapes: 'Shapes and heights',
    shapesRule:
      'A row is --row high: 32 px where the pointer is fine and there is room, else 40 px, or as the person likes. What can be hit is at least 24 px high.',
    type: 'Type',
    typeRule: 'One family for both scripts in two weights. Arabic is a little larger, and never slanted or spaced.',
    isolates: 'What stands in a sentence',
    isolatesRule:
      'Names, phones, codes and times keep their own direction: Name, Phone, Ltr, Moment, Day. A name of a person stands in no address and in no title of a window.',
    times: 'Times',
    timesRule: 'Always those of the clinic, by lib/clinic-time.ts alone.',
    wording: 'Wording',
    wordingRule:
      'A file texts.ts for each feature, in both languages; what nothing says fails a test. A button names the deed.',
    formTitle: 'A form',
    formRule:
      'useForm with the check of the contract: what is wrong stands at its field, the first such field takes the focus, and leaving it half edited asks. One of many is chosen in Picker, by a few letters.',
    gridTitle: 'A list',
    gridRule:
      'Grid: filters, sort, page and what is ticked stand in the address. Arrow keys, J and K walk the rows, Enter opens, Space ticks. On a phone the rows are cards.',
    drawerTitle: 'What opens beside the room',
    drawerRule: 'UrlDrawer: it has an address, so the way back closes it.',
    noneTitle: 'Nothing yet',
    noneRule:
      'Empty: one sentence, and what to do about it. Where filters hide everything, they can be cleared instead.',
    loadingTitle: 'On its way, or failed',
    loadingRule: 'Loaded shows the outline of what comes after 120 ms, and where it failed why, with the way to go on.',
    noticeTitle: 'One sentence',
    noticeRule: 'Notice, where it belongs. What must be heard is announced once.',
    secretTitle: 'A secret that is shown once',
    secretRule: 'ShownOnce: with a button that copies it, and never again.',
    confirmTitle: 'Asks before it acts',
    confirmRule:
      'Confirm, where something cannot be taken back. Where it can, it is done, and offerUndo takes it back.',
    conflictTitle: 'Two people, one record',
    conflictRule: 'useWrite with the version that is shown: what was typed stays, and the person decides.',
    toastTitle: 'Said in passing',
    toastRule: 'say what has been done, complain about what could not be.',
  },
  ar: {
    title: 'عناصر لوحة التحكم',
    lead: 'كل قسم مبني من هذه العناصر. ما ينقص يُبنى هنا أولًا ثم يُستخدم.',
    parts: {
      tokens: 'الرموز',
      words: 'النصوص',
      form: 'النماذج',
      lists: 'القوائم',
      states: 'الحالات',
      dialogs: 'النوافذ',
    },
    colours: 'الألوان',
    coloursRule: 'هذه وحدها، بأسمائها في ‎/brand/brand.css، ولكل منها صورة فاتحة وأخرى داكنة. الحالة لون وعلامة وكلمة.',
    states: 'حالة الشيء',
    statesRule: 'وسم بلون وعلامة وكلمة، ولا يكفي اللون وحده.',
    shapes: 'الأشكال والارتفاعات',
    shapesRule:
      'ارتفاع الصف ‎--row: ‏32 بكسل مع مؤشر دقيق ومساحة كافية، وإلا 40 بكسل، أو حسب اختيار الشخص. لا يقل ارتفاع ما يُضغط عن 24 بكسل.',
    type: 'الخط',
    typeRule: 'عائلة واحدة للكتابتين بوزنين. العربية أكبر قليلًا، بلا إمالة ولا تباعد بين الحروف.',
    isolates: 'ما يرد داخل الجملة',
    isolatesRule:
      'تحتفظ الأسماء وأرقام الهواتف والرموز والأوقات باتجاهها: Name وPhone وLtr وMoment وDay. لا يظهر اسم شخص في عنوان صفحة ولا في عنوان نافذة.',
    times: 'الأوقات',
    timesRule: 'دائمًا بتوقيت العيادة، من lib/clinic-time.ts وحده.',
    wording: 'الصياغة',
    wordingRule: 'ملف texts.ts لكل ميزة باللغتين، وما لا يُستخدم يُسقط اختبارًا. الزر يسمّي الفعل.',
    formTitle: 'نموذج',
    formRule:
      'useForm مع فحص العقد: يظهر الخطأ عند حقله، وينتقل التركيز إلى أول حقل خاطئ، والمغادرة قبل الحفظ تُسأل عنها. يُختار واحد من كثيرين في Picker ببضعة أحرف.',
    gridTitle: 'قائمة',
    gridRule:
      'Grid: عوامل التصفية والترتيب والصفحة والتحديد في العنوان. تتنقل الأسهم وJ وK بين الصفوف، ويفتح Enter، ويحدد Space. على الهاتف تصبح الصفوف بطاقات.',
    drawerTitle: 'ما يُفتح بجانب القسم',
    drawerRule: 'UrlDrawer: له عنوان، فيغلقه الرجوع.',
    noneTitle: 'لا شيء بعد',
    noneRule: 'Empty: جملة واحدة وما يمكن فعله. وإذا أخفت عوامل التصفية كل شيء يمكن مسحها.',
    loadingTitle: 'قيد التحميل أو تعذّر',
    loadingRule: 'تعرض Loaded هيكل القادم بعد 120 جزءًا من الألف من الثانية، وعند التعذّر السبب وطريقة المتابعة.',
    noticeTitle: 'جملة واحدة',
    noticeRule: 'Notice في مكانها. وما يجب سماعه يُعلن مرة واحدة.',
    secretTitle: 'سرّ يُعرض مرة واحدة',
    secretRule: 'ShownOnce: مع زر لنسخه، ولا يُعرض ثانية.',
    confirmTitle: 'يسأل قبل أن ينفّذ',
    confirmRule: 'Confirm لما لا يمكن التراجع عنه. وما يمكن التراجع عنه يُنفّذ، ويعيده offerUndo.',
    conflictTitle: 'شخصان وسجل واحد',
    conflictRule: 'useWrite مع رقم النسخة المعروضة: يبقى ما كُتب ويقرر الشخص.',
    toastTitle: 'يُقال عابرًا',
    toastRule: 'say لما تم، وcomplain لما تعذّر.',
  },
})
