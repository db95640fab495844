; expect: => holds
; Barriers and hints of Arm's inline assembly.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

define i32 @main() {
  call void asm sideeffect "dmb ish", "~{memory}"()
  call void asm sideeffect "dmb ishld", "~{memory}"()
  call void asm sideeffect "dmb ishst", "~{memory}"()
  call void asm sideeffect "dsb sy", "~{memory}"()
  call void asm sideeffect "isb", "~{memory}"()
  call void asm sideeffect "yield", ""()
  ret i32 0
}
