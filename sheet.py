import sys
from PIL import Image
names=sys.argv[2:]; ims=[Image.open(f'/tmp/player/after/{n}.png') for n in names]
W=sum(i.width for i in ims)+10*len(ims); H=max(i.height for i in ims)
s=Image.new('RGB',(W,H),'gray'); x=0
for i in ims: s.paste(i,(x,0)); x+=i.width+10
s.save(sys.argv[1])
